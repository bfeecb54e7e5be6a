/** What a list shows, as its address says it. The address is the only place where it is kept. */
import { searchValues } from "#client/lib/search.ts"
import type { ListQuery } from "#client/paths.ts"
import type { Order } from "#client/ui/table.tsx"

export interface ListState {
  page: number
  /** `null` while the address names none. */
  pageSize: number | null
  /** Field, with `-` before it for the other direction; empty for the list's own order. */
  sort: string
  search: string
}

export const PAGE_SIZES = [25, 50, 100] as const

/** Reads path and search; what makes no sense counts as not said. */
export function listStateOf(url: string): ListState {
  const cut = url.indexOf("?")
  const values = searchValues(cut < 0 ? "" : url.slice(cut))
  const one = (name: string): string => values[name] ?? ""
  const pageSize = positive(one("pageSize"))
  return {
    page: positive(one("page")) ?? 1,
    pageSize,
    sort: one("sort"),
    search: one("search"),
  }
}

/** The address's query of a state; the page is always named, so that the services page their answer. */
export function queryOf(state: ListState): ListQuery {
  const { page, pageSize, sort, search } = state
  return {
    page,
    pageSize: pageSize ?? undefined,
    sort: sort === "" ? undefined : sort,
    search: search === "" ? undefined : search,
  }
}

/** How a column is sorted now. */
export function orderOf(state: ListState, field: string): Order {
  if (state.sort === field) return "ascending"
  return state.sort === `-${field}` ? "descending" : "none"
}

/** The same list by this column, in the other direction if it is by it already; from the first page on. */
export function sortedBy(state: ListState, field: string): ListState {
  const sort = orderOf(state, field) === "ascending" ? `-${field}` : field
  return { ...state, sort, page: 1 }
}

function positive(text: string): number | null {
  return /^[1-9]\d{0,8}$/u.test(text) ? Number(text) : null
}
