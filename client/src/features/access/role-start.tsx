import { useState } from "react"

import type { CustomControlProps } from "#client/records/fields.ts"
import { useText } from "#client/ui/text.tsx"

import { useRoles } from "./role-needs.ts"

/** What a new role allows at first: what another one does. */
export function RoleStart({ id, onChange, readOnly }: CustomControlProps) {
  const t = useText()
  const roles = useRoles()
  const [chosen, setChosen] = useState("")
  return (
    <select
      className="ui-input ui-select"
      disabled={readOnly}
      id={id}
      onChange={({ target }) => {
        setChosen(target.value)
        onChange(roles.find(({ _id }) => _id === target.value)?.permissions ?? [])
      }}
      value={chosen}
    >
      <option value="">{t("No role (start with no permissions)")}</option>
      {roles.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </select>
  )
}
