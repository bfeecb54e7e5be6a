import { useText } from "#client/ui/text.tsx"

import { Drop } from "./drop.tsx"
import { orderOf, sortedBy } from "./list-state.ts"
import type { ListState } from "./list-state.ts"
import type { Column } from "./noun.ts"

interface SortMenuProps<Row> {
  columns: readonly Column<Row>[]
  /** The order in force. */
  sorted: ListState
  href: (state: ListState) => string
}

/** The orders of a list, where its columns have no heads: on a narrow screen. Links, so it works without script. */
export function SortMenu<Row>({ columns, sorted, href }: SortMenuProps<Row>) {
  const t = useText()
  const named = columns.flatMap(({ id, label, sort }) =>
    sort === undefined ? [] : [{ id, label, sort }],
  )
  if (named.length === 0) return null
  return (
    <Drop className="rc-phone" icon="arrow-down" label={t("Order")} name="sort">
      <ul className="rc-panel rc-views">
        {named.map(({ id, label, sort }) => {
          const order = orderOf(sorted, sort)
          return (
            <li key={id}>
              <a
                aria-current={order === "none" ? undefined : "true"}
                href={href(sortedBy(sorted, sort))}
              >
                {t(label)}
                <span className="rc-muted">
                  {order === "none" ? "" : order === "ascending" ? t("Ascending") : t("Descending")}
                </span>
              </a>
            </li>
          )
        })}
      </ul>
    </Drop>
  )
}
