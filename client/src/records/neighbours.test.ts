import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { fakeServer, setToken, tokenFor } from "#client/services/fake-server.ts"
import { leftList, noteList } from "#client/services/list-memory.ts"

import { neighbourOf } from "./neighbours.ts"
import type { Noun } from "./noun.ts"

const NOUN: Noun = {
  id: "thing",
  service: "/x/things",
  resource: "thing",
  icon: "tag",
  titles: { list: "", one: "", new: "", counted: ["", ""], intro: "", empty: "" },
  paths: {
    list: ({ page, pageSize, sort = "" } = {}) =>
      `/things?page=${String(page)}&pageSize=${String(pageSize)}&sort=${sort}`,
    record: (id) => `/things/${id}`,
  },
  labelOf: () => "",
  columns: [],
}
const rows = (...ids: string[]) => ids.map((id) => ({ id, path: `/things/${id}` }))
const answer = (...ids: string[]) => ({ body: { data: ids.map((_id) => ({ _id })) } })

beforeEach(() => setToken(tokenFor("ada")))
afterEach(() => {
  setToken(null)
  vi.unstubAllGlobals()
})

test("on the page that was left, the neighbours are known", async () => {
  const asked = fakeServer({})
  noteList(NOUN.id, { url: "/things?page=1", rows: rows("a", "b", "c") })
  expect(await neighbourOf(NOUN, "b", 1)).toBe("/things/c")
  expect(await neighbourOf(NOUN, "b", -1)).toBe("/things/a")
  expect(await neighbourOf(NOUN, "a", -1)).toBeNull()
  expect(asked).toEqual([])
})

test("behind the last row comes the next page, and it is the one that is gone back to", async () => {
  fakeServer({ "/x/things?sort=-name&page=3&pageSize=2": answer("e", "f") })
  noteList(NOUN.id, { url: "/things?page=2&pageSize=2&sort=-name", rows: rows("c", "d") })
  expect(await neighbourOf(NOUN, "d", 1)).toBe("/things/e")
  expect(leftList(NOUN.id)?.url).toBe("/things?page=3&pageSize=2&sort=-name")
})

test("a record that is in no list has no neighbours", async () => {
  const asked = fakeServer({})
  noteList(NOUN.id, { url: "/things?page=1", rows: rows("a", "b") })
  expect(await neighbourOf(NOUN, "nowhere", 1)).toBeNull()
  expect(asked).toEqual([])
})
