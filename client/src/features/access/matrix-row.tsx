import { useState } from "react"

import { RESOURCE_NAMES, SCOPE_NAMES } from "#client/lib/right-names.ts"
import {
  ACTIONS,
  type Action,
  type Grants,
  type Resource,
  SCOPES,
  type Scope,
  closed,
  right,
} from "#client/lib/rights.ts"
import { useText } from "#client/ui/text.tsx"

import { MatrixBox } from "./matrix-box.tsx"
import {
  COLUMNS,
  type MatrixState,
  furtherActions,
  rowScoped,
  scopeOfRow,
  scopesOfRow,
} from "./matrix-model.ts"

interface MatrixRowProps {
  resource: Resource
  /** Counted over the whole table. */
  row: number
  /** The control that Tab reaches, as `row:column`. */
  active: string
  state: MatrixState
  other: { name: string; grants: Grants } | null
  onChange: (next: Grants) => void
}

/** What a row reaches over when its rights do not all reach as far. */
const EACH = "each"

/** One resource: how far its rights reach, and a box for each of them. */
export function MatrixRow(props: MatrixRowProps) {
  const { resource, row, active, state, other, onChange } = props
  const t = useText()
  const found = scopeOfRow(state.chosen, resource)
  // What the next tick reaches over, while there is none.
  const [wanted, setWanted] = useState<Scope | typeof EACH>("company")
  const isEach = found === null || wanted === EACH
  const scope = found ?? (wanted === EACH ? "company" : wanted)
  const name = t(RESOURCE_NAMES[resource])
  const granted = closed(state.chosen)
  const theirs = other === null ? null : closed(other.grants)
  const allowed = scopesOfRow(state, resource)
  const isFixed = state.readOnly || resource === "profile"

  const box = (action: Action, column: number) => (
    <MatrixBox
      action={action}
      active={active}
      column={column}
      granted={granted.get(right(resource, action))}
      isEach={isEach}
      key={action}
      onChange={onChange}
      other={
        other === null || theirs === null
          ? null
          : { name: other.name, scope: theirs.get(right(resource, action)) }
      }
      resource={resource}
      row={row}
      scope={scope}
      state={state}
    />
  )
  const reach = (value: string) => {
    const next = SCOPES.find((it) => it === value)
    setWanted(next ?? EACH)
    if (next !== undefined) onChange(rowScoped(state.chosen, resource, next))
  }
  return (
    <tr className="am-row">
      <th scope="row">{name}</th>
      <td>
        <select
          aria-label={t("Scope for {resource}", { resource: name })}
          className="am-reach"
          data-col={0}
          data-row={row}
          disabled={isFixed}
          onChange={(event) => reach(event.target.value)}
          tabIndex={active === `${row}:0` ? 0 : -1}
          value={resource === "profile" ? "own" : isEach ? EACH : scope}
        >
          {SCOPES.map((it) => (
            <option disabled={!allowed.includes(it)} key={it} value={it}>
              {t(SCOPE_NAMES[it])}
            </option>
          ))}
          <option value={EACH}>{t("Mixed")}</option>
        </select>
      </td>
      {COLUMNS.map((action, index) =>
        ACTIONS[resource].includes(action) ? (
          <td className="am-cell" key={action}>
            {box(action, index + 1)}
          </td>
        ) : (
          <td className="am-cell am-none" key={action}>
            <span className="u-hidden">{t("Not applicable")}</span>
          </td>
        ),
      )}
      <td>
        <div className="am-further">
          {furtherActions(resource).map((action, index) => box(action, COLUMNS.length + 1 + index))}
        </div>
      </td>
    </tr>
  )
}
