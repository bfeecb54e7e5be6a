import type { MouseEvent } from "react"

import { classNames } from "#client/ui/class-names.ts"
import { ColumnHead, Table } from "#client/ui/table.tsx"
import { useText } from "#client/ui/text.tsx"

import type { ShownColumn } from "./columns.ts"
import type { ListState } from "./list-state.ts"
import { orderOf, rankOf, sortedBy, sorting } from "./list-state.ts"
import type { Look, Noun, Recorded } from "./noun.ts"
import { placeOf } from "./place-of.ts"
import type { Selection } from "./use-selection.ts"
import { usePins, useTableHands } from "./use-table-hands.ts"

interface ListRowsProps<Row extends Recorded> {
  noun: Noun<Row>
  columns: readonly ShownColumn<Row>[]
  /** Whether the columns stand as somebody wants them. */
  isArranged: boolean
  /** By the ids of columns; `null` for as wide as it needs to be. */
  onWiden: (widths: Readonly<Record<string, number | null>>) => void
  rows: readonly Row[]
  state: ListState
  href: (state: ListState) => string
  look: Look
  /** Absent where nothing can be done with a choice. */
  selection: Selection | null
}

/** The rows; the first column names each of them and leads to its record. */
export function ListRows<Row extends Recorded>(props: ListRowsProps<Row>) {
  const { noun, columns, isArranged, onWiden, rows, state, href, look, selection } = props
  const t = useText()
  const ids = rows.map(({ _id }) => _id)
  const sorted = sorting(state, noun.order)
  const hands = useTableHands({ state: sorted, href, onWiden })
  const pinOf = pinsOf(columns, selection !== null)
  const head = usePins(isArranged ? columns.map(({ id }) => id).join(",") : "")
  return (
    <Table
      caption={t(noun.titles.list)}
      className={classNames("rc-cards", isArranged && "rc-arranged")}
      areaClass={isArranged ? "rc-arranged-frame" : undefined}
    >
      <colgroup>
        {selection === null ? null : <col className="rc-pick" width="44" />}
        {columns.map(({ id, width }) => (
          <col data-column={id} key={id} {...(width === null ? {} : { width })} />
        ))}
      </colgroup>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its links and edges are what is pressed */}
      <thead {...hands} ref={head}>
        <tr>
          {selection === null ? null : (
            <th className="rc-pick" data-pin={isArranged ? 0 : undefined} scope="col">
              <input
                aria-label={t("Select all rows on this page")}
                checked={ids.length > 0 && ids.every((id) => selection.ids.has(id))}
                onChange={() => selection.togglePage(ids)}
                type="checkbox"
              />
              <span aria-hidden="true" className="rc-phone">
                {t("Select all rows on this page")}
              </span>
            </th>
          )}
          {columns.map((column) => {
            const { id, label, sort, number = false } = column
            const place = {
              "data-column": id,
              ...(isArranged ? { "data-pin": pinOf(id), ...sizedOf(column) } : {}),
            }
            const edge = <span aria-hidden="true" className="rc-edge" />
            return sort === undefined ? (
              <th {...place} className={number ? "ui-number" : undefined} key={id} scope="col">
                {t(label)}
                {edge}
              </th>
            ) : (
              <ColumnHead
                {...place}
                data-sort={sort}
                href={href(sortedBy(state, sort))}
                key={id}
                label={t(label)}
                number={number}
                order={orderOf(sorted, sort)}
                rank={rankOf(sorted, sort)}
              >
                {edge}
              </ColumnHead>
            )
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <ListRow
            columns={columns}
            ids={ids}
            isArranged={isArranged}
            key={row._id}
            look={look}
            noun={noun}
            pinOf={pinOf}
            row={row}
            selection={selection}
          />
        ))}
      </tbody>
    </Table>
  )
}

interface ListRowProps<Row extends Recorded> {
  noun: Noun<Row>
  columns: readonly ShownColumn<Row>[]
  isArranged: boolean
  pinOf: (id: string) => number | undefined
  row: Row
  ids: readonly string[]
  look: Look
  selection: Selection | null
}

function ListRow<Row extends Recorded>(props: ListRowProps<Row>) {
  const { noun, columns, isArranged, pinOf, row, ids, look, selection } = props
  const chosen = selection?.ids.has(row._id) === true
  const record = noun.paths.record?.(row._id, row)
  const pick = (event: MouseEvent) => selection?.toggle(row._id, event.shiftKey ? ids : undefined)
  return (
    <tr
      {...placeOf(row, noun)}
      aria-selected={selection === null ? undefined : chosen}
      data-record={row._id}
    >
      {selection === null ? null : (
        <td className="rc-pick" data-pin={isArranged ? 0 : undefined}>
          <input
            aria-label={look.t("Select {name}", { name: noun.labelOf(row) })}
            checked={chosen}
            onChange={() => {}}
            onClick={pick}
            type="checkbox"
          />
        </td>
      )}
      {columns.map((column, index) => {
        const { id, number, cell } = column
        const place = isArranged ? { "data-pin": pinOf(id), ...sizedOf(column) } : {}
        return index === 0 ? (
          <th {...place} key={id} scope="row">
            {record === undefined ? (
              cell(row, look)
            ) : (
              <a className="rc-record" href={record}>
                {cell(row, look)}
              </a>
            )}
          </th>
        ) : (
          <td
            {...place}
            className={number === true ? "ui-number" : undefined}
            data-label={look.t(column.label)}
            key={id}
          >
            {cell(row, look)}
          </td>
        )
      })}
    </tr>
  )
}

/** Which of the columns that stay a column is, the one of the choices being 0. */
function pinsOf<Row>(columns: readonly ShownColumn<Row>[], hasChoice: boolean) {
  const pinned = columns.filter((column) => column.pinned).map(({ id }) => id)
  return (id: string): number | undefined => {
    const at = pinned.slice(0, MOST_PINS).indexOf(id)
    return at < 0 ? undefined : at + (hasChoice ? 1 : 0)
  }
}

/** As many as the stylesheet knows places for. */
const MOST_PINS = 4

/** A cell of a column with a width of its own is cut off, however long it is. */
function sizedOf<Row>({ width }: ShownColumn<Row>) {
  return width === null ? {} : { "data-sized": true }
}
