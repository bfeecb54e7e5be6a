import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { type Asked, fakeServer, setToken, tokenFor } from "#client/services/fake-server.ts"

import { endSession } from "./end.ts"
import { MARGIN_MS, RETRY_MS, dueIn, keepAlive } from "./keep-alive.ts"

vi.mock(import("#client/services/session/end.ts"), async (original) => ({
  ...(await original()),
  endSession: vi.fn<typeof endSession>(async () => {}),
}))

const REFRESH = "/iam/api/v1/auth/token-refresh"
const MINUTE = 60_000
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal("navigator", {
    locks: { request: (_: string, task: () => Promise<unknown>) => task() },
  })
  setToken(tokenFor("ada", Date.now() + 15 * MINUTE))
})
afterEach(() => {
  stop()
  setToken(null)
  vi.mocked(endSession).mockClear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test("the renewal is due two minutes before the end, at once when that is past", () => {
  const token = tokenFor("ada", 600_000)
  expect(dueIn(token, 0)).toBe(600_000 - MARGIN_MS)
  expect(dueIn(token, 590_000)).toBe(0)
  expect(dueIn(null, 0)).toBeNull()
})

test("the token is renewed while the page is looked at, again and again", async () => {
  const asked = renewing()
  stop = keepAlive()
  await vi.advanceTimersByTimeAsync(12 * MINUTE)
  expect(asked).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(MINUTE + 1000)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(14 * MINUTE)
  expect(asked).toHaveLength(2)
})

test("a token that another tab renewed is not renewed again when the timer was late", async () => {
  const asked = renewing()
  stop = keepAlive()
  await vi.advanceTimersByTimeAsync(12 * MINUTE)
  setToken(tokenFor("ada", Date.now() + 15 * MINUTE))
  await vi.advanceTimersByTimeAsync(2 * MINUTE)
  expect(asked).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(12 * MINUTE)
  expect(asked).toHaveLength(1)
})

test("a hidden page renews nothing until it is looked at again", async () => {
  const asked = renewing()
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden")
  stop = keepAlive()
  await vi.advanceTimersByTimeAsync(30 * MINUTE)
  expect(asked).toHaveLength(0)
  visibility.mockReturnValue("visible")
  document.dispatchEvent(new Event("visibilitychange"))
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toHaveLength(1)
})

test("a refused renewal ends the session", async () => {
  fakeServer({ [REFRESH]: { status: 401 } })
  stop = keepAlive()
  await vi.advanceTimersByTimeAsync(14 * MINUTE)
  expect(endSession).toHaveBeenCalledExactlyOnceWith("expired")
})

test("a renewal that nobody answers is tried again", async () => {
  const asked = fakeServer({ [REFRESH]: { status: 503 } })
  stop = keepAlive()
  await vi.advanceTimersByTimeAsync(13 * MINUTE + 1000)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(RETRY_MS)
  expect(asked).toHaveLength(2)
  expect(endSession).not.toHaveBeenCalled()
})

function renewing(): Asked[] {
  return fakeServer({
    [REFRESH]: () => ({ body: {}, token: tokenFor("ada", Date.now() + 15 * MINUTE) }),
  })
}
