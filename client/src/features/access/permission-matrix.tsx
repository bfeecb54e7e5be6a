import { useId, useState } from "react"

import { ACTION_NAMES } from "#client/lib/right-names.ts"
import {
  type Grants,
  type RolePermission,
  changesBetween,
  grantsOf,
  permissionsOf,
} from "#client/lib/rights.ts"
import { useText } from "#client/ui/text.tsx"

import { moveInMatrix } from "./matrix-keys.ts"
import { COLUMNS, type Giver, PARTS } from "./matrix-model.ts"
import { MatrixRow } from "./matrix-row.tsx"
import { RightChanges } from "./right-changes.tsx"

export interface PermissionMatrixProps {
  id: string
  value: readonly RolePermission[]
  /** As they are saved. */
  saved: readonly RolePermission[]
  giver: Giver | null
  /** Another role to look at beside this one. */
  other?: { name: string; grants: Grants } | null
  readOnly: boolean
  error?: string | undefined
  onChange: (value: RolePermission[]) => void
}

const ROWS = PARTS.flatMap(({ resources }) => resources)

/** What a role allows: a row for each resource, a box for each action. What is ticked is staged until the form is saved. */
export function PermissionMatrix(props: PermissionMatrixProps) {
  const { id, giver, other = null, readOnly, error, onChange } = props
  const t = useText()
  const hint = useId()
  const [active, setActive] = useState(readOnly ? "0:2" : "0:0")
  const [chosen, saved] = [grantsOf(props.value), grantsOf(props.saved)]
  const state = { chosen, saved, giver, readOnly }
  const change = (next: Grants) => {
    if (!readOnly) onChange(permissionsOf(next))
  }
  return (
    <div className="am-matrix" id={id} tabIndex={-1}>
      {error === undefined ? null : (
        <p className="ui-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      <p className="am-hint" id={hint}>
        {t(
          "Press Tab to enter the table, the arrow keys to move between boxes and the space bar to tick one. The scope sets whether a permission covers a person's own records, their office's or the whole company's.",
        )}
      </p>
      <section
        aria-label={t("Role permissions")}
        className="ui-table-frame am-frame"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its controls are moved through by arrow keys */}
        <table
          aria-describedby={hint}
          className="ui-table am-table"
          onFocus={(event) => {
            const { row: line, col } = event.target.dataset
            if (line !== undefined && col !== undefined) setActive(`${line}:${col}`)
          }}
          onKeyDown={moveInMatrix}
        >
          <caption className="u-hidden">{t("Role permissions")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("Resource")}</th>
              <th scope="col">{t("Scope")}</th>
              {COLUMNS.map((action) => (
                <th className="am-column" key={action} scope="col">
                  {t(ACTION_NAMES[action])}
                </th>
              ))}
              <th scope="col">{t("Other permissions")}</th>
            </tr>
          </thead>
          {PARTS.map(({ name, resources }) => (
            <tbody key={name}>
              <tr className="am-part">
                <th colSpan={COLUMNS.length + 3} scope="rowgroup">
                  {t(name)}
                </th>
              </tr>
              {resources.map((resource) => (
                <MatrixRow
                  active={active}
                  key={resource}
                  onChange={change}
                  other={other}
                  resource={resource}
                  row={ROWS.indexOf(resource)}
                  state={state}
                />
              ))}
            </tbody>
          ))}
        </table>
      </section>
      <RightChanges
        changes={changesBetween(saved, chosen)}
        onUndo={readOnly ? null : () => change(saved)}
      />
    </div>
  )
}
