import { afterEach, expect, test, vi } from "vitest"

import { fakeServer } from "./fake-server.ts"
import { isOnline, noteAnswer, noteSilence } from "./online.ts"
import { send } from "./send.ts"

const PORT = "/master/api/v1/oceanport/1"

afterEach(() => {
  noteAnswer()
  vi.unstubAllGlobals()
})

test("an answer to a request that was sent before the silence ends no silence", async () => {
  fakeServer({
    [PORT]: () => {
      noteSilence()
      return { body: {} }
    },
  })
  await send(PORT)
  expect(isOnline()).toBe(false)
})

test("an answer that the browser may have kept ends no silence, any other does", async () => {
  const headers = { "Cache-Control": "private, max-age=86400" }
  fakeServer({ [PORT]: { headers, body: {} } })
  noteSilence()
  await send(PORT)
  expect(isOnline()).toBe(false)
  fakeServer({ [PORT]: { status: 404 } })
  await expect(send(PORT)).rejects.toThrow("404")
  expect(isOnline()).toBe(true)
})
