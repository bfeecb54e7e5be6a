import { useState } from "react"
import { useNavigate } from "react-router"

import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { toast } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { SelectField } from "#client/ui/select-field.tsx"
import { useText } from "#client/ui/text.tsx"

import { deleteRole } from "./delete-role.ts"
import { type Role, useRoles } from "./role-needs.ts"
import { roles } from "./role.tsx"
import { useDeed } from "./use-deed.ts"
// One file of the build with these: see base.ts.
import "./parts.ts"

/** Asks which role its members get instead: the content of its dialog. */
export function RoleDelete({ role }: { role: Role }) {
  const t = useText()
  const navigate = useNavigate()
  const { act, isPending } = useDeed(roles.service, "/iam/api/v1/users", "/iam/api/v1/groups")
  const others = useRoles().filter(({ _id, isAssignable }) => _id !== role._id && isAssignable)
  const fallback = others.find(({ isDefault }) => isDefault) ?? others[0]
  const [chosen, setChosen] = useState<string | null>(null)
  const replacement = chosen ?? fallback?._id

  const remove = async () => {
    if (replacement === undefined) return
    if (await act(() => deleteRole(role, replacement))) {
      toast.success(msg("Role moved to the bin. Its members now have the other role."))
      await navigate(paths.roles({ page: 1 }))
    }
  }
  return (
    <>
      <p>
        {t.count(
          role.memberCount,
          "{count} user has this role and needs another one.",
          "{count} users have this role and need another one.",
        )}
      </p>
      <SelectField
        label={t("Replacement role")}
        name="replacement"
        onChange={({ target }) => setChosen(target.value)}
        value={replacement ?? ""}
      >
        {others.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="ui-dialog-foot">
        <Button
          look="primary"
          onClick={() => void remove()}
          pending={isPending ? t("Deleting…") : null}
        >
          {t("Delete and replace")}
        </Button>
      </div>
    </>
  )
}
