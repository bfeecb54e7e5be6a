/** Where a record is left to: the list of its kind as it was shown last, or else as it is at first. */
import { type LeftRow, leftList } from "#client/services/list-memory.ts"

import type { Noun, Recorded } from "./noun.ts"

export function wayBack<Row extends Recorded>({ id, paths }: Noun<Row>): string {
  return leftList(id)?.url ?? paths.list({ page: 1 })
}

/** The rows of a list as they are remembered. */
export function leftRows<Row extends Recorded>(
  { paths }: Noun<Row>,
  rows: readonly Row[],
): readonly LeftRow[] {
  return rows.map((row) => ({ id: row._id, path: paths.record?.(row._id, row) ?? "" }))
}
