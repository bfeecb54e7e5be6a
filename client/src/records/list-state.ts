/** What a list shows, as its address says it. The address is the only place where it is kept. */
import { allValues } from "#client/lib/query.ts"
import { searchValues } from "#client/lib/search.ts"
import type { ListQuery } from "#client/paths.ts"
import type { Order } from "#client/ui/table.tsx"

export interface ListState {
  page: number
  /** `null` while the address names none. */
  pageSize: number | null
  /** Fields, with `-` before one for the other direction, between commas; empty for the list's own order. */
  sort: string
  search: string
  /** Conditions that all hold: `field:op:value`. */
  filter: readonly string[]
  /** Shows what was deleted. */
  bin: boolean
  /** How the columns stand (`columns.ts`); empty for what the user has kept, or else the list's own choice. */
  columns: string
}

export const PAGE_SIZES = [25, 50, 100] as const

/** What the services give while the address names no size. */
export const PAGE_SIZE = 25

/** The list as it is without any wish. */
export const PLAIN: ListState = {
  page: 1,
  pageSize: null,
  sort: "",
  search: "",
  filter: [],
  bin: false,
  columns: "",
}

/** Reads path and search; what makes no sense counts as not said. */
export function listStateOf(url: string): ListState {
  const cut = url.indexOf("?")
  const search = cut < 0 ? "" : url.slice(cut)
  const values = searchValues(search)
  const one = (name: string): string => values[name] ?? ""
  return {
    page: positive(one("page")) ?? 1,
    pageSize: positive(one("pageSize")),
    sort: one("sort"),
    search: one("search"),
    filter: allValues(search, "filter").filter((text) => text !== ""),
    bin: one("bin") === "true",
    columns: one("columns"),
  }
}

/** The address's query of a state; the page is always named, so that the services page their answer. */
export function queryOf(state: ListState): ListQuery {
  const { page, pageSize, sort, search, filter, bin, columns } = state
  return {
    page,
    pageSize: pageSize ?? undefined,
    sort: sort === "" ? undefined : sort,
    search: search === "" ? undefined : search,
    filter: filter.length === 0 ? undefined : filter,
    bin: bin ? "true" : undefined,
    columns: columns === "" ? undefined : columns,
  }
}

/** Whether the rows are narrowed down, so that none of them need not mean there is none. */
export function isNarrowed({ search, filter, bin }: ListState): boolean {
  return search !== "" || filter.length > 0 || bin
}

/** How a column is sorted now. */
export function orderOf({ sort }: ListState, field: string): Order {
  const fields = sort.split(",")
  if (fields.includes(field)) return "ascending"
  return fields.includes(`-${field}`) ? "descending" : "none"
}

/** The order in force: the list's own while the address does not say. What is searched for comes best first. */
export function sorting(state: ListState, order = ""): ListState {
  return state.sort === "" && state.search === "" ? { ...state, sort: order } : state
}

/** The same list by this column, in the other direction if it is by it already; from the first page on. */
export function sortedBy(state: ListState, field: string): ListState {
  const sort = orderOf(state, field) === "ascending" ? `-${field}` : field
  return { ...state, sort, page: 1 }
}

/** The same, where others are equal: upwards first, then downwards, then by it no more. */
export function alsoSortedBy(state: ListState, field: string): ListState {
  const fields = state.sort.split(",").filter((each) => each !== "")
  const order = orderOf(state, field)
  const sort =
    order === "none"
      ? [...fields, field]
      : order === "ascending"
        ? fields.map((each) => (each === field ? `-${field}` : each))
        : fields.filter((each) => each !== `-${field}`)
  return { ...state, sort: sort.join(","), page: 1 }
}

/** Its place among the fields that the list is sorted by, from 1; `null` where it is by this one alone, or not at all. */
export function rankOf({ sort }: ListState, field: string): number | null {
  const fields = sort.split(",").map((each) => each.replace(/^-/u, ""))
  return fields.length > 1 && fields.includes(field) ? fields.indexOf(field) + 1 : null
}

/** The list without this condition. */
export function withoutFilter(state: ListState, condition: string): ListState {
  return { ...state, filter: state.filter.filter((each) => each !== condition), page: 1 }
}

function positive(text: string): number | null {
  return /^[1-9]\d{0,8}$/u.test(text) ? Number(text) : null
}

/** What a saved view keeps of a list: all but the page and the bin. */
export function viewQuery(state: ListState): string {
  const query = new URLSearchParams(serviceQuery({ ...state, bin: false }))
  if (state.columns !== "") query.set("columns", state.columns)
  if (state.pageSize !== null) query.set("pageSize", String(state.pageSize))
  return query.toString()
}

/** What is asked of the services for all rows of a list, whatever page is shown. */
export function serviceQuery(
  { sort, search, filter, bin }: ListState,
  asks: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams(asks)
  if (sort !== "") query.set("sort", sort)
  if (search !== "") query.set("search", search)
  for (const condition of filter) query.append("filter", condition)
  if (bin) query.set("bin", "true")
  return query.toString()
}
