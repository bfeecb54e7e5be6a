import { useState } from "react"
import type { SubmitEvent } from "react"
import { useNavigate } from "react-router"

import { Button } from "#client/ui/button.tsx"
import { SCRIPTED } from "#client/ui/scripted.ts"
import { useText } from "#client/ui/text.tsx"

import { OPERATORS, conditionOf, conditionText } from "./conditions.ts"
import { Drop, closeDrop } from "./drop.tsx"
import type { FilterBuilder } from "./filter-builder.tsx"
import { FilterLinks, isOfFewValues } from "./filter-links.tsx"
import { FilterValue } from "./filter-value.tsx"
import type { ListState } from "./list-state.ts"
import type { Filter } from "./noun.ts"

interface FilterPanelProps {
  filters: readonly Filter[]
  state: ListState
  href: (state: ListState) => string
}

/** One line for each field that can be filtered by; more than that is said line by line, in a part that is fetched for it. */
export function FilterPanel({ filters, state, href }: FilterPanelProps) {
  const t = useText()
  const navigate = useNavigate()
  const [builder, setBuilder] = useState<{ Builder: typeof FilterBuilder } | null>(null)
  const isSimple = isSimplyFiltered(state.filter)
  const fewValues = filters.filter(isOfFewValues)
  const build = async () => {
    const { FilterBuilder: Builder } = await import("./filter-builder.tsx")
    setBuilder({ Builder })
  }
  const show = (filter: readonly string[]) => {
    closeDrop("filters")
    void navigate(href({ ...state, filter, page: 1 }))
  }
  const apply = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const filter = filters.flatMap(({ field }) => {
      const value = text(data.get(`value-${field}`))
      return value === ""
        ? []
        : [conditionText({ field, op: text(data.get(`op-${field}`)), value })]
    })
    show(filter)
  }
  return (
    <Drop
      aside={<SetFilters count={state.filter.length} />}
      isSheet
      icon="filter"
      isScripted={fewValues.length === 0}
      label={t("Filters")}
      name="filters"
    >
      {/* New values when the address changes under the form. */}
      {builder === null ? null : (
        <builder.Builder
          filters={filters}
          given={state.filter}
          key={state.filter.join("&")}
          onApply={show}
          onSimple={isSimple ? () => setBuilder(null) : null}
        />
      )}
      <FilterLinks filters={fewValues} href={href} state={state} />
      <form
        {...SCRIPTED}
        className="rc-panel rc-filters u-scripted"
        hidden={builder !== null}
        key={`simple ${state.filter.join("&")}`}
        onSubmit={apply}
      >
        {isSimple ? null : (
          <p className="rc-muted">
            {t("Some active conditions cannot be edited here and would be removed.")}
          </p>
        )}
        {filters.map((filter) => (
          <FilterLine filter={filter} key={filter.field} state={state} />
        ))}
        <div className="rc-panel-foot">
          <Button look="quiet" onClick={() => void build()}>
            {t("More conditions")}
          </Button>
          <a className="ui-button ui-button-quiet" href={href({ ...state, filter: [], page: 1 })}>
            {t("Clear all filters")}
          </a>
          <Button look="primary" submits>
            {t("Apply")}
          </Button>
        </div>
      </form>
    </Drop>
  )
}

/** How many are set, on the button that opens them. */
export function SetFilters({ count }: { count: number }) {
  const t = useText()
  return count === 0 ? null : (
    <>
      <span aria-hidden="true" className="rc-number">
        {count}
      </span>
      <span className="u-hidden">
        {t.count(count, "{count} active filter", "{count} active filters")}
      </span>
    </>
  )
}

function FilterLine({ filter, state }: { filter: Filter; state: ListState }) {
  const t = useText()
  const { field, kind } = filter
  // One of several values takes a line of its own.
  const operators = OPERATORS[kind].filter(({ op }) => op !== "in")
  const condition = state.filter.map(conditionOf).find((each) => each.field === field)
  const id = `filter-${field}`
  return (
    <div className="rc-filter">
      <label htmlFor={id}>{t(filter.label)}</label>
      {operators.length === 1 ? (
        <input name={`op-${field}`} type="hidden" value={operators[0]?.op ?? ""} />
      ) : (
        <select
          aria-label={t("Comparison for {field}", { field: t(filter.label) })}
          className="ui-input ui-select"
          defaultValue={condition?.op}
          name={`op-${field}`}
        >
          {operators.map(({ op, label }) => (
            <option key={op} value={op}>
              {t(label)}
            </option>
          ))}
        </select>
      )}
      <FilterValue filter={filter} id={id} name={`value-${field}`} value={condition?.value ?? ""} />
    </div>
  )
}

function text(value: FormDataEntryValue | null): string {
  return typeof value === "string" ? value.trim() : ""
}

/** One condition a field at most, each of a kind that a line can show. */
function isSimplyFiltered(conditions: readonly string[]): boolean {
  const fields = conditions.map((condition) => conditionOf(condition))
  const names = new Set(fields.map(({ field }) => field))
  return (
    names.size === fields.length && fields.every(({ field, op }) => op !== "in" && field !== "any")
  )
}
