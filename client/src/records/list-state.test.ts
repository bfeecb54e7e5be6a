import { expect, test } from "vitest"

import { paths } from "#client/paths.ts"

import {
  PLAIN,
  alsoSortedBy,
  listStateOf,
  orderOf,
  queryOf,
  rankOf,
  sortedBy,
  viewQuery,
} from "./list-state.ts"

test("the address is read and written the same", () => {
  const url =
    "/settings/users?page=3&pageSize=50&sort=-name&search=o%27brien%20%26%20co&filter=kind:eq:a%26b&filter=name:has:x&bin=true&columns=a,b"
  const state = listStateOf(url)
  expect(state).toEqual({
    page: 3,
    pageSize: 50,
    sort: "-name",
    search: "o'brien & co",
    filter: ["kind:eq:a&b", "name:has:x"],
    bin: true,
    columns: "a,b",
  })
  expect(listStateOf(paths.users(queryOf(state)))).toEqual(state)
})

test.each(["?page=0", "?page=-1", "?page=1e3", "?page=x", "?page=", ""])(
  "%s shows the first page",
  (search) => {
    expect(listStateOf(`/settings/users${search}`)).toMatchObject({ page: 1, pageSize: null })
  },
)

test("a column is sorted upwards first, then downwards, each time from the first page on", () => {
  const start = listStateOf("/settings/users?page=4&search=a")
  const up = sortedBy(start, "name")
  expect([orderOf(start, "name"), orderOf(up, "name")]).toEqual(["none", "ascending"])
  expect(up).toMatchObject({ page: 1, sort: "name", search: "a" })
  const down = sortedBy(up, "name")
  expect(orderOf(down, "name")).toBe("descending")
  expect(sortedBy(down, "name").sort).toBe("name")
  expect(sortedBy(down, "status").sort).toBe("status")
})

test("a further column decides where the others are equal, until it is taken away again", () => {
  const byKind = listStateOf("/contacts?sort=kind&page=3")
  const also = alsoSortedBy(byKind, "name")
  expect(also).toMatchObject({ sort: "kind,name", page: 1 })
  expect([rankOf(also, "kind"), rankOf(also, "name"), rankOf(byKind, "kind")]).toEqual([1, 2, null])
  const down = alsoSortedBy(also, "name")
  expect(down.sort).toBe("kind,-name")
  expect(alsoSortedBy(down, "kind").sort).toBe("-kind,-name")
  expect(alsoSortedBy(down, "name").sort).toBe("kind")
})

test("a view keeps order, search, filters and columns, but no page and not the bin", () => {
  const state = listStateOf(
    "/contacts?page=4&pageSize=50&sort=-name&search=a&filter=kind:eq:b&columns=kind~90&bin=true",
  )
  expect(listStateOf(`?${viewQuery(state)}`)).toEqual({ ...state, page: 1, bin: false })
  expect(viewQuery(PLAIN)).toBe("")
})

test("the page is always named, so that services page their answer", () => {
  expect(paths.users(queryOf(listStateOf("/settings/users")))).toBe("/settings/users?page=1")
})
