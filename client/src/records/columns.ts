/**
 * Which columns a list shows: in which order, how wide, and which stay in sight while it is moved sideways.
 *
 * In an address, and in what a user has kept, this is a text: `name~240,email!,kind` shows three columns, the first 240 px wide,
 * and the second one stays. The column that names the rows is always the first, and always stays.
 */
import type { SavedView } from "#client/services/records.ts"

import { listStateOf } from "./list-state.ts"
import type { Column } from "./noun.ts"

/** How a column stands. */
export interface Placing {
  id: string
  /** In pixels; as wide as it needs to be, unless given. */
  width: number | null
  /** Stays where it is when the list is moved sideways. */
  pinned: boolean
}

export type ShownColumn<Row> = Column<Row> & Omit<Placing, "id">

/** Narrower ones could not be taken hold of any more. */
export const NARROWEST = 64
const WIDEST = 1200

/** The columns that a text asks for, in its order; the list's own choice when it is empty. */
export function columnsShown<Row>(
  columns: readonly Column<Row>[],
  text: string,
): readonly ShownColumn<Row>[] {
  const [first] = columns
  if (first === undefined) return []
  const asked = placingsOf(text)
  const placed = (column: Column<Row>): ShownColumn<Row> => {
    const { width = null, pinned = false } = asked.find(({ id }) => id === column.id) ?? {}
    return { ...column, width, pinned }
  }
  const ids = new Set(asked.map(({ id }) => id))
  const others =
    text === ""
      ? columns.filter((column) => column !== first && column.hidden !== true)
      : [...ids].flatMap((id) => columns.filter((each) => each.id === id && each !== first))
  const shown = others.map(placed)
  return [
    { ...placed(first), pinned: true },
    ...shown.filter(({ pinned }) => pinned),
    ...shown.filter(({ pinned }) => !pinned),
  ]
}

/** The text that asks for these. */
export function columnsText(placings: readonly Placing[]): string {
  return placings
    .map(({ id, width, pinned }) => id + (width === null ? "" : `~${width}`) + (pinned ? "!" : ""))
    .join(",")
}

/** The same columns with other widths. */
export function withWidths(
  placings: readonly Placing[],
  widths: Readonly<Record<string, number | null>>,
): string {
  return columnsText(
    placings.map(({ id, width, pinned }) => {
      const next = widths[id] === undefined ? width : widths[id]
      return { id, pinned, width: next === null ? null : bounded(next) }
    }),
  )
}

/** A view of one's own that is no view: it keeps how the columns of a list stand, and is never listed. */
export const ARRANGEMENT = "waybill:columns"

/** The one of a list. */
export function arrangementOf(views: readonly SavedView[]): SavedView | undefined {
  return views.find(({ name, isOwn }) => isOwn && name === ARRANGEMENT)
}

/** What the user has kept of a list's columns. */
export function columnsKept(views: readonly SavedView[]): string {
  const kept = arrangementOf(views)
  return kept === undefined ? "" : listStateOf(`?${kept.query}`).columns
}

function placingsOf(text: string): readonly Placing[] {
  return text.split(",").flatMap((word) => {
    const [, id, width, pin] = /^([\w.-]+)(?:~(\d{1,4}))?(!)?$/u.exec(word) ?? []
    if (id === undefined) return []
    return [{ id, width: width === undefined ? null : bounded(Number(width)), pinned: pin === "!" }]
  })
}

function bounded(width: number): number {
  return Math.ceil(Math.min(WIDEST, Math.max(NARROWEST, width)))
}
