import { ACTION_NAMES, RESOURCE_NAMES, SCOPE_NAMES } from "#client/lib/right-names.ts"
import {
  type Action,
  type Grants,
  type Resource,
  SCOPES,
  type Scope,
  reaches,
  reasonsFor,
  right,
} from "#client/lib/rights.ts"
import { classNames } from "#client/ui/class-names.ts"
import { useText } from "#client/ui/text.tsx"

import { lockText } from "./lock-text.ts"
import { COLUMNS, type MatrixState, isBeyond, lockOf, scoped, toggled } from "./matrix-model.ts"

interface MatrixBoxProps {
  resource: Resource
  action: Action
  row: number
  column: number
  active: string
  state: MatrixState
  /** How far the right reaches; `undefined` where it is not granted. */
  granted: Scope | undefined
  /** How far a tick reaches. */
  scope: Scope
  /** Whether the rights of the row reach each its own way, which is then said at each. */
  isEach: boolean
  other: { name: string; scope: Scope | undefined } | null
  onChange: (next: Grants) => void
}

/** One right: granted or not, and if its row says so, how far. */
export function MatrixBox(props: MatrixBoxProps) {
  const { resource, action, row, column, active, state, granted, scope, isEach, other } = props
  const t = useText()
  const lock = lockOf(state, { resource, action, scope })
  const key = right(resource, action)
  const isFurther = column > COLUMNS.length
  const text = t(ACTION_NAMES[action])
  const name = t("{resource}: {action}", { resource: t(RESOURCE_NAMES[resource]), action: text })
  const differs = other !== null && other.scope !== granted
  const notes = [lock === null ? null : lockText(t, lock), differs ? otherText() : null].filter(
    (it) => it !== null,
  )

  function otherText() {
    if (other === null) return null
    return other.scope === undefined
      ? t("{role} does not have this permission.", { role: other.name })
      : t("{role} has this permission: {scope}.", {
          role: other.name,
          scope: t(SCOPE_NAMES[other.scope]),
        })
  }
  return (
    <span className={classNames("am-box", differs && "am-box-differs")}>
      <label className="am-tick" title={notes.join(" ") || undefined}>
        <input
          aria-disabled={lock === null ? undefined : true}
          aria-label={name}
          checked={granted !== undefined || lock?.why === "always"}
          className={classNames("am-check", lock?.why === "implied" && "am-check-implied")}
          data-col={column * 2}
          data-row={row}
          onChange={() => {
            if (lock === null) props.onChange(toggled(state.chosen, key, scope))
          }}
          tabIndex={active === `${row}:${column * 2}` ? 0 : -1}
          title={notes.join(" ") || undefined}
          type="checkbox"
        />
        {isFurther ? text : null}
      </label>
      {isEach && granted !== undefined && resource !== "profile" ? (
        <select
          aria-label={t("Scope for {permission}", { permission: name })}
          className="am-reach am-reach-each"
          data-col={column * 2 + 1}
          data-row={row}
          disabled={state.readOnly}
          onChange={(event) => {
            const next = SCOPES.find((it) => it === event.target.value)
            if (next !== undefined) props.onChange(scoped(state.chosen, key, next))
          }}
          tabIndex={active === `${row}:${column * 2 + 1}` ? 0 : -1}
          value={granted}
        >
          {SCOPES.map((it) => (
            <option disabled={isTooNarrow(it) || isTooWide(it)} key={it} value={it}>
              {t(SCOPE_NAMES[it])}
            </option>
          ))}
        </select>
      ) : null}
    </span>
  )

  /** What brings it along reaches further. */
  function isTooNarrow(wanted: Scope): boolean {
    return reasonsFor(state.chosen, resource, action).some((by) => {
      const reached = state.chosen.get(right(resource, by))
      return reached !== undefined && !reaches(wanted, reached)
    })
  }

  function isTooWide(wanted: Scope): boolean {
    return wanted !== granted && isBeyond(state, { resource, action, scope: wanted })
  }
}
