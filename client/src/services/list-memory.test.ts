import { beforeEach, expect, test, vi } from "vitest"

beforeEach(() => {
  sessionStorage.clear()
  vi.resetModules()
})

const LIST = { url: "/things?page=2", rows: [{ id: "1", path: "/things/1" }] }

test("a list is known in its tab after the document was loaded again, but was not shown in it", async () => {
  const first = await import("./list-memory.ts")
  first.noteList("thing", LIST)
  first.noteScroll("thing", 420)
  expect(first.wasShownHere("thing")).toBe(true)
  vi.resetModules()
  const second = await import("./list-memory.ts")
  expect(second.leftList("thing")).toEqual({ ...LIST, scroll: 420 })
  expect(second.wasShownHere("thing")).toBe(false)
})

test("what is kept of a list but leads elsewhere, or is none, is not known", async () => {
  const { leftList } = await import("./list-memory.ts")
  for (const kept of ["{", "null", '{"url":"https://evil.example","rows":[]}', '{"url":"/a"}']) {
    sessionStorage.setItem("waybill.list.thing", kept)
    expect(leftList("thing")).toBeUndefined()
  }
})
