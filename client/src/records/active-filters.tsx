import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

import { sentenceOf, storedIn } from "./conditions.ts"
import type { ListState } from "./list-state.ts"
import { withoutFilter } from "./list-state.ts"
import type { Filter } from "./noun.ts"
import { useNames } from "./use-names.ts"

interface ActiveFiltersProps {
  filters: readonly Filter[]
  state: ListState
  href: (state: ListState) => string
}

/** What narrows the list down, each with a link to the list without it; needs no script. */
export function ActiveFilters({ filters, state, href }: ActiveFiltersProps) {
  const t = useText()
  const nameOf = useNames(storedIn(state.filter, filters))
  if (state.filter.length === 0) return null
  return (
    <ul aria-label={t("Active filters")} className="rc-chips">
      {state.filter.map((condition) => {
        const sentence = sentenceOf(condition, filters, t, nameOf)
        return (
          <li key={condition}>
            <a
              aria-label={t("Remove filter: {filter}", { filter: sentence })}
              className="rc-chip"
              href={href(withoutFilter(state, condition))}
            >
              <bdi>{sentence}</bdi>
              <Icon height="14" name="close" width="14" />
            </a>
          </li>
        )
      })}
      <li>
        <a className="rc-chip-all" href={href({ ...state, filter: [], page: 1 })}>
          {t("Clear all filters")}
        </a>
      </li>
    </ul>
  )
}
