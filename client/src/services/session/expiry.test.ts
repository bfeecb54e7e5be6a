import { afterEach, beforeEach, expect, test, vi } from "vitest"

import type { SessionView } from "#client/lib/session.ts"
import { createStore } from "#client/lib/store.ts"
import { SOMEONE } from "#client/services/fake-visit.ts"

import { WARNING_MS, sessionEnd, spokenStep, watchExpiry } from "./expiry.ts"

const DAY = 86_400_000
let stop = () => {}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  stop()
  vi.useRealTimers()
})

function endingIn(milliseconds: number) {
  const end = Date.now() + milliseconds
  const view: SessionView = {
    ...SOMEONE,
    endsAt: new Date(end).toISOString(),
  }
  return { end, view }
}

test("the end is told two minutes ahead, also one that is weeks away", () => {
  const { end, view } = endingIn(30 * DAY)
  stop = watchExpiry(createStore<SessionView | null>(view))
  vi.advanceTimersByTime(30 * DAY - WARNING_MS - 1)
  expect(sessionEnd.get()).toBeNull()
  vi.advanceTimersByTime(1)
  expect(sessionEnd.get()).toBe(end)
})

test("a session that was begun anew takes the warning back", () => {
  const session = createStore<SessionView | null>(endingIn(WARNING_MS / 2).view)
  stop = watchExpiry(session)
  expect(sessionEnd.get()).not.toBeNull()
  session.set(endingIn(DAY).view)
  expect(sessionEnd.get()).toBeNull()
})

test("a server that does not say when has nothing told", () => {
  stop = watchExpiry(createStore<SessionView | null>(SOMEONE))
  vi.advanceTimersByTime(90 * DAY)
  expect(sessionEnd.get()).toBeNull()
})

test("the countdown is said three times, not every second", () => {
  const said = Array.from({ length: 121 }, (_, second) => spokenStep(120 - second))
  expect([...new Set(said)]).toEqual([120, 60, 30])
})
