import { useText } from "#client/ui/text.tsx"

import { FLAGS, conditionOf, conditionText } from "./conditions.ts"
import type { ListState } from "./list-state.ts"
import type { Filter } from "./noun.ts"

interface FilterLinksProps {
  filters: readonly Filter[]
  state: ListState
  href: (state: ListState) => string
}

/** What a list can be narrowed down to without script: each value of a field that has few is a link. */
export function FilterLinks({ filters, state, href }: FilterLinksProps) {
  const t = useText()
  return (
    <noscript>
      <dl className="rc-panel rc-filter-links">
        {filters.map((filter) => (
          <div key={filter.field}>
            <dt>{t(filter.label)}</dt>
            <dd>
              {valuesOf(filter).map(({ value, label }) => {
                const condition = conditionText({ field: filter.field, op: "eq", value })
                const others = state.filter.filter(
                  (each) => conditionOf(each).field !== filter.field,
                )
                return (
                  <a
                    aria-current={state.filter.includes(condition) ? "true" : undefined}
                    href={href({ ...state, filter: [...others, condition], page: 1 })}
                    key={value}
                  >
                    {t(label)}
                  </a>
                )
              })}
            </dd>
          </div>
        ))}
      </dl>
    </noscript>
  )
}

export function isOfFewValues(filter: Filter): boolean {
  return filter.kind === "choice" || filter.kind === "flag"
}

function valuesOf(filter: Filter) {
  return filter.kind === "choice" ? filter.options : filter.kind === "flag" ? FLAGS : []
}
