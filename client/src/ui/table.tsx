import type { ComponentProps } from "react"

import { classNames } from "#client/ui/class-names.ts"
import { Icon } from "#client/ui/icon.tsx"

type TableProps = ComponentProps<"table"> & {
  /** Read out as the name of the table and of the area in which it scrolls. */
  caption: string
  /** Class of the area. */
  areaClass?: string | undefined
}

/** Rows under a head that stays in sight; on a narrow screen it scrolls sideways behind its first column. */
export function Table({ caption, className, areaClass, children, ...rest }: TableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section aria-label={caption} className={classNames("ui-table-frame", areaClass)} tabIndex={0}>
      <table {...rest} className={classNames("ui-table", className)}>
        <caption className="u-hidden">{caption}</caption>
        {children}
      </table>
    </section>
  )
}

export type Order = "ascending" | "descending" | "none"

type ColumnHeadProps = Omit<ComponentProps<"th">, "aria-sort" | "scope"> & {
  label: string
  /** Flush with the digits below. */
  number?: boolean
  order: Order
  /** Its place among several that the list is sorted by. */
  rank?: number | null
  /** Where a press leads: the same list in the other order. */
  href: string
}

/** Head of a column that can be sorted by; a plain link, so it works before hydration. */
export function ColumnHead(props: ColumnHeadProps) {
  const { label, number, order, rank = null, href, children, ...rest } = props
  return (
    <th
      {...rest}
      aria-sort={order}
      className={number === true ? "ui-number" : undefined}
      scope="col"
    >
      <a className="ui-sort" href={href}>
        {label}
        <Icon
          className={order === "none" ? "ui-sort-off" : `ui-sort-${order}`}
          height="14"
          name="chevron-down"
          width="14"
        />
        {rank === null ? null : <span className="ui-sort-rank">{rank}</span>}
      </a>
      {children}
    </th>
  )
}
