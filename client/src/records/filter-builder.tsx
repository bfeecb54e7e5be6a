/** Conditions line by line: several about one field, and one of several values. Loaded when it is first asked for. */
import { useState } from "react"

import { Button } from "#client/ui/button.tsx"
import { IconButton } from "#client/ui/icon-button.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

import {
  type Condition,
  MOST,
  OPERATORS,
  anyOf,
  anyText,
  conditionOf,
  conditionText,
  valuesOf,
} from "./conditions.ts"
import { FilterValue } from "./filter-value.tsx"
import type { Filter } from "./noun.ts"
// One file of the build with these: see base.ts.
import "./list-page.tsx"

interface FilterBuilderProps {
  filters: readonly Filter[]
  /** The conditions in force. */
  given: readonly string[]
  onApply: (conditions: readonly string[]) => void
  /** Back to one line a field; `null` where that cannot show what is in force. */
  onSimple: (() => void) | null
}

export function FilterBuilder({ filters, given, onApply, onSimple }: FilterBuilderProps) {
  const t = useText()
  const [first] = filters
  // Alternatives are shown as such where nothing else has to hold.
  const [only = "", ...others] = given
  const alternatives = others.length === 0 ? anyOf(only) : null
  const [isAny, setAny] = useState(alternatives !== null)
  const [lines, setLines] = useState<readonly Condition[]>(() =>
    given.length > 0 ? (alternatives ?? given).map((text) => conditionOf(text)) : blank(first),
  )
  const full = lines.filter(({ value }) => value !== "")
  return (
    <form
      className="rc-panel rc-filters"
      onSubmit={(event) => {
        event.preventDefault()
        const conditions = full.map((line) => conditionText(line))
        onApply(isAny && conditions.length > 1 ? [anyText(conditions)] : conditions)
      }}
    >
      <select
        aria-label={t("How conditions are combined")}
        className="ui-input ui-select"
        onChange={({ target }) => setAny(target.value === "any")}
        value={isAny ? "any" : "all"}
      >
        <option value="all">{t("Rows that match all of these:")}</option>
        <option value="any">{t("Rows that match any of these:")}</option>
      </select>
      {lines.map((line, index) => (
        <Line
          filters={filters}
          // oxlint-disable-next-line react/no-array-index-key -- a line has no name but its place
          key={index}
          line={line}
          number={index + 1}
          onChange={(next) => setLines(lines.with(index, next))}
          onRemove={() => setLines(lines.filter((_, at) => at !== index))}
        />
      ))}
      <div>
        <Button
          aria-disabled={lines.length >= MOST}
          look="quiet"
          onClick={() => {
            if (lines.length < MOST) setLines([...lines, ...blank(first)])
          }}
        >
          <Icon height="16" name="plus" width="16" />
          {t("Add condition")}
        </Button>
      </div>
      <div className="rc-panel-foot">
        {onSimple === null ? null : (
          <Button look="quiet" onClick={onSimple}>
            {t("Fewer conditions")}
          </Button>
        )}
        <Button look="primary" submits>
          {t("Apply")}
        </Button>
      </div>
    </form>
  )
}

interface LineProps {
  filters: readonly Filter[]
  line: Condition
  number: number
  onChange: (line: Condition) => void
  onRemove: () => void
}

function Line({ filters, line, number, onChange, onRemove }: LineProps) {
  const t = useText()
  const filter = filters.find(({ field }) => field === line.field)
  const choose = (field: string) => {
    const other = filters.find((each) => each.field === field)
    const [operator] = other === undefined ? [] : OPERATORS[other.kind]
    onChange({ field, op: operator?.op ?? "eq", value: "" })
  }
  return (
    <fieldset className="rc-line">
      <legend className="u-hidden">{t("Condition {number}", { number })}</legend>
      <select
        aria-label={t("Field")}
        className="ui-input ui-select"
        onChange={({ target }) => choose(target.value)}
        value={line.field}
      >
        {/* What the address says and no line offers stays as it is. */}
        {filter === undefined ? <option value={line.field}>{line.field}</option> : null}
        {filters.map(({ field, label }) => (
          <option key={field} value={field}>
            {t(label)}
          </option>
        ))}
      </select>
      <select
        aria-label={t("Comparison")}
        className="ui-input ui-select"
        onChange={({ target }) => onChange({ ...line, op: target.value })}
        value={line.op}
      >
        {filter === undefined ? <option value={line.op}>{line.op}</option> : null}
        {(filter === undefined ? [] : OPERATORS[filter.kind]).map(({ op, label }) => (
          <option key={op} value={op}>
            {t(label)}
          </option>
        ))}
      </select>
      {line.op === "in" ? (
        <Values filter={filter} line={line} onChange={onChange} />
      ) : (
        <FilterValue
          filter={filter ?? { kind: "text", field: line.field, label: line.field }}
          id={`line-${number}`}
          label={t("Value")}
          name={`line-${number}`}
          onChange={(value) => onChange({ ...line, value })}
          value={line.value}
        />
      )}
      <IconButton
        icon="close"
        label={t("Remove condition {number}", { number })}
        onClick={onRemove}
      />
    </fieldset>
  )
}

interface ValuesProps {
  filter: Filter | undefined
  line: Condition
  onChange: (line: Condition) => void
}

/** Each of several values is a box to tick; where they are not known, they are typed with bars between them. */
function Values({ filter, line, onChange }: ValuesProps) {
  const t = useText()
  if (filter?.kind !== "choice") {
    return (
      <input
        aria-label={t("Values, separated by |")}
        className="ui-input"
        onChange={({ target }) => onChange({ ...line, value: target.value })}
        placeholder={t("Values, separated by |")}
        value={line.value}
      />
    )
  }
  const values = valuesOf(line.value)
  return (
    <span className="rc-options">
      {filter.options.map(({ value, label }) => (
        <label key={value}>
          <input
            checked={values.includes(value)}
            onChange={({ target }) => {
              const next = values.filter((each) => each !== value)
              onChange({ ...line, value: [...next, ...(target.checked ? [value] : [])].join("|") })
            }}
            type="checkbox"
          />
          {t(label)}
        </label>
      ))}
    </span>
  )
}

function blank(filter: Filter | undefined): readonly Condition[] {
  if (filter === undefined) return []
  const [operator] = OPERATORS[filter.kind]
  return [{ field: filter.field, op: operator?.op ?? "eq", value: "" }]
}
