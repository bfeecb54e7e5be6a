/** The record before or after one, in the order of the list that it was opened from: loaded when it is first asked for. */
import type { Body } from "#client/lib/input.ts"
import { request } from "#client/services/http.ts"
import { type LeftRow, leftList, noteList } from "#client/services/list-memory.ts"

import { PAGE_SIZE, listStateOf, queryOf, serviceQuery } from "./list-state.ts"
import type { ListState } from "./list-state.ts"
import type { Noun, Recorded } from "./noun.ts"
import { leftRows } from "./way-back.ts"

/** The record's address; `null` at the end of the list, and for a record that is not in it. */
export async function neighbourOf<Row extends Recorded>(
  noun: Noun<Row>,
  id: string,
  by: 1 | -1,
): Promise<string | null> {
  const left = leftList(noun.id)
  const at = left?.rows.findIndex((row) => row.id === id) ?? -1
  if (left === undefined || at === -1) return null
  const state = listStateOf(left.url)
  const beside = left.rows[at + by]
  if (beside !== undefined) return beside.path
  const page = state.page + by
  if (page < 1) return null
  const next = await readPage(noun, { ...state, page })
  return (by === 1 ? next[0] : next.at(-1))?.path ?? null
}

/** Reads a page, and takes it for the list that is gone back to. */
async function readPage<Row extends Recorded>(
  noun: Noun<Row>,
  state: ListState,
): Promise<readonly LeftRow[]> {
  const query = new URLSearchParams(serviceQuery(state, noun.asks))
  query.set("page", String(state.page))
  query.set("pageSize", String(state.pageSize ?? PAGE_SIZE))
  const { data } = await request<Body<readonly Row[]>>(`${noun.service}?${query}`)
  const rows = leftRows(noun, data)
  if (rows.length > 0) noteList(noun.id, { url: noun.paths.list(queryOf(state)), rows })
  return rows
}
