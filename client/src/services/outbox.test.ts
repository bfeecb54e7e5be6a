import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { fakeServer, setToken, tokenFor } from "./fake-server.ts"
import { isOnline, noteAnswer, watchOnline } from "./online.ts"
import { sendOrKeep, startOutbox } from "./outbox.ts"

const kept = new Map<string, unknown>()

vi.mock("idb-keyval", () => ({
  createStore: () => ({}),
  get: async (key: string) => kept.get(key),
  update: async (key: string, how: (old: unknown) => unknown) =>
    void kept.set(key, how(kept.get(key))),
}))

const PORT = "/master/api/v1/oceanport/1"
let stop = () => {}

beforeEach(() => {
  setToken(tokenFor("u1"))
  stop = startOutbox("u1")
})
afterEach(() => {
  stop()
  noteAnswer()
  kept.clear()
  setToken(null)
  vi.unstubAllGlobals()
})

const change = (body: object) => ({ path: PORT, body: { ...body }, version: '"3"' })

test("what is answered is sent at once, and a refusal is thrown", async () => {
  const asked = fakeServer({ [PORT]: { body: { data: {} } } })
  expect(await sendOrKeep(change({ favourite: true }))).toBe("sent")
  expect(asked.map(({ method, body }) => [method, body])).toEqual([["PATCH", { favourite: true }]])
  fakeServer({ [PORT]: { status: 412 } })
  await expect(sendOrKeep(change({ favourite: true }))).rejects.toMatchObject({
    problem: { status: 412 },
  })
  expect(kept.get("u1")).toBeUndefined()
})

test("what finds nobody is kept, one change for a record, and sent once somebody answers", async () => {
  fakeServer({ [PORT]: new TypeError("network") })
  expect(await sendOrKeep(change({ favourite: true }))).toBe("kept")
  expect(await sendOrKeep({ ...change({ enabled: false }), version: '"4"' })).toBe("kept")
  expect(isOnline()).toBe(false)
  expect(kept.get("u1")).toEqual([
    { path: PORT, body: { favourite: true, enabled: false }, version: '"3"' },
  ])
  const asked = fakeServer({ [PORT]: { body: { data: {} } } })
  noteAnswer()
  await vi.waitFor(() => expect(kept.get("u1")).toEqual([]))
  expect(asked.map(({ body }) => body)).toEqual([{ favourite: true, enabled: false }])
})

test("what finds nobody is sent also when somebody answers while it is being kept", async () => {
  fakeServer({ [PORT]: new TypeError("network") })
  const asked: unknown[] = []
  const set = kept.set.bind(kept)
  vi.spyOn(kept, "set").mockImplementationOnce((key, list) => {
    asked.push(fakeServer({ [PORT]: { body: { data: {} } } }))
    noteAnswer()
    return set(key, list)
  })
  expect(await sendOrKeep(change({ favourite: true }))).toBe("kept")
  await vi.waitFor(() => expect(kept.get("u1")).toEqual([]))
  expect(asked).toMatchObject([[{ method: "PATCH", body: { favourite: true } }]])
})

test("what is refused later is told and does not come again", async () => {
  fakeServer({ [PORT]: new TypeError("network") })
  await sendOrKeep(change({ favourite: true }))
  fakeServer({
    [PORT]: { status: 412, body: { title: "Changed", detail: "Somebody was faster." } },
  })
  noteAnswer()
  await vi.waitFor(() => expect(kept.get("u1")).toEqual([]))
})

test("another user's changes stay where they are", async () => {
  fakeServer({ [PORT]: new TypeError("network") })
  await sendOrKeep(change({ favourite: true }))
  stop()
  const asked = fakeServer({ [PORT]: { body: {} } })
  stop = startOutbox("u2")
  noteAnswer()
  await Promise.resolve()
  expect(asked).toEqual([])
  expect(kept.get("u1")).toHaveLength(1)
})

test("the browser's word is believed until somebody answers", async () => {
  const end = watchOnline()
  window.dispatchEvent(new Event("offline"))
  expect(isOnline()).toBe(false)
  fakeServer({ "/healthz": {} })
  window.dispatchEvent(new Event("online"))
  await vi.waitFor(() => expect(isOnline()).toBe(true))
  end()
})
