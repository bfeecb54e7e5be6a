import { expect, test } from "vitest"

import { paths } from "#client/paths.ts"

import { listStateOf, orderOf, queryOf, sortedBy } from "./list-state.ts"

test("the address is read and written the same", () => {
  const url = "/settings/users?page=3&pageSize=50&sort=-name&search=o%27brien%20%26%20co"
  const state = listStateOf(url)
  expect(state).toEqual({ page: 3, pageSize: 50, sort: "-name", search: "o'brien & co" })
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

test("the page is always named, so that services page their answer", () => {
  expect(paths.users(queryOf(listStateOf("/settings/users")))).toBe("/settings/users?page=1")
})
