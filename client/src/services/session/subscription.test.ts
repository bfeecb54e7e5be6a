import { afterEach, beforeEach, expect, test, vi } from "vitest"

import type { SessionView } from "#client/lib/session.ts"
import { createStore } from "#client/lib/store.ts"
import { fakeServer } from "#client/services/fake-server.ts"
import { SOMEONE } from "#client/services/fake-visit.ts"

import { AGAIN_MS, watchSubscription } from "./subscription.ts"

const CURRENT = "/iam/api/v1/sessions/current"
let stop = () => {}

beforeEach(() => vi.useFakeTimers({ now: Date.parse("2026-11-22T22:59:00Z") }))
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Somebody of Amsterdam, where it is 23:59 of the last day. */
const lastMinute: SessionView = {
  ...SOMEONE,
  company: { ...SOMEONE.company, subscripedPlan: { name: "Trial", expiryDate: "2026-11-22" } },
}

test("the server is asked at midnight, and what it says is shown", async () => {
  const asked = fakeServer({ [CURRENT]: { body: { data: { ...lastMinute, isExpired: true } } } })
  const session = createStore<SessionView | null>(lastMinute)
  stop = watchSubscription(session)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(asked).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1000)
  expect(session.get()?.isExpired).toBe(true)
  await vi.advanceTimersByTimeAsync(10 * AGAIN_MS)
  expect(asked).toHaveLength(1)
})

test("a clock that runs ahead asks once a minute until the server's has come there", async () => {
  const asked = fakeServer({ [CURRENT]: { body: { data: lastMinute } } })
  stop = watchSubscription(createStore<SessionView | null>(lastMinute))
  await vi.advanceTimersByTimeAsync(60_000 + 3 * AGAIN_MS)
  expect(asked).toHaveLength(4)
})

test("a plan without an end asks for nothing", async () => {
  const asked = fakeServer({})
  stop = watchSubscription(createStore<SessionView | null>(SOMEONE))
  await vi.advanceTimersByTimeAsync(86_400_000)
  expect(asked).toHaveLength(0)
})
