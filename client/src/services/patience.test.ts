import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { fakeServer, setToken, tokenFor } from "./fake-server.ts"
import { request } from "./http.ts"

beforeEach(() => {
  vi.useFakeTimers()
  setToken(tokenFor("u1"))
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const early = (seconds: string) => ({ status: 429, headers: { "Retry-After": seconds }, body: {} })

test("a request that is too early is sent once more, after the time that it was told", async () => {
  const answers = [early("3"), { body: { data: 1 } }]
  const asked = fakeServer({ "/a": () => answers.shift() ?? {} })
  const answer = request("/a", { method: "POST", body: { b: 1 } })
  await vi.advanceTimersByTimeAsync(2900)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(await answer).toEqual({ data: 1 })
  expect(asked).toHaveLength(2)
})

test("it tries once only, and does not wait for minutes", async () => {
  const asked = fakeServer({ "/a": early("1"), "/b": early("600") })
  const refused = request("/a").catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1100)
  expect(await refused).toMatchObject({ problem: { status: 429 } })
  expect(asked).toHaveLength(2)
  await expect(request("/b")).rejects.toMatchObject({ problem: { status: 429 } })
  expect(asked).toHaveLength(3)
})
