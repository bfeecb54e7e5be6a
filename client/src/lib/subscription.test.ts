import { expect, test } from "vitest"

import { endOfPlan, isWarnedOf, subscriptionOf } from "./subscription.ts"

const ZONES = [
  ["Etc/GMT+12", "-12:00"],
  ["Pacific/Pago_Pago", "-11:00"],
  ["America/St_Johns", "-03:30"],
  ["UTC", "+00:00"],
  ["Europe/Amsterdam", "+01:00"],
  ["Asia/Kathmandu", "+05:45"],
  ["Pacific/Chatham", "+13:45"],
  ["Pacific/Kiritimati", "+14:00"],
] as const

const MINUTE = 60_000
const NOON = Date.parse("2026-11-20T12:00:00Z")

function until(expiryDate: string | null, timezone = "Pacific/Kiritimati", isExpired = false) {
  return { isExpired, company: { timezone, subscripedPlan: { name: "Trial", expiryDate } } }
}

test.each(ZONES)("in %s the last day lasts until its midnight", (zone, offset) => {
  const session = until("2026-11-22", zone)
  const lastMinute = Date.parse(`2026-11-22T23:59:00${offset}`)
  expect(endOfPlan(session.company)).toBe(lastMinute + MINUTE)
  expect(subscriptionOf(session, lastMinute)).toMatchObject({ state: "ending", daysLeft: 0 })
  const dayBefore = lastMinute - 24 * 60 * MINUTE
  expect(subscriptionOf(session, dayBefore)).toMatchObject({ daysLeft: 1 })
  expect(subscriptionOf(session, dayBefore + MINUTE)).toMatchObject({ daysLeft: 0 })
})

test("a clock that is changed on the last day does not move its midnight", () => {
  expect(endOfPlan(until("2026-10-25", "Europe/Amsterdam").company)).toBe(
    Date.parse("2026-10-26T00:00:00+01:00"),
  )
  expect(endOfPlan(until("2026-03-28", "Europe/Amsterdam").company)).toBe(
    Date.parse("2026-03-29T00:00:00+01:00"),
  )
})

test("days left are counted on the company's calendar, which may be a day ahead", () => {
  expect(subscriptionOf(until("2026-11-22"), NOON)).toEqual({
    state: "ending",
    daysLeft: 1,
    lastDay: "2026-11-22",
  })
})

test("the end is announced from a fortnight on, and warned of three times and on the last day", () => {
  const states = Array.from({ length: 31 }, (_, days) => subscriptionOf(until(dayIn(days)), NOON))
  const daysOf = (some: typeof states) => some.map((each) => states.indexOf(each))
  expect(daysOf(states.filter(({ state }) => state === "ending"))).toHaveLength(15)
  expect(daysOf(states.filter(isWarnedOf))).toEqual([0, 1, 7, 14])
})

test("whether it is expired is the server's word; without a last day it has no end", () => {
  expect(subscriptionOf(until("2026-12-31", "UTC", true), NOON).state).toBe("expired")
  expect(subscriptionOf(until("2020-01-01"), NOON)).toMatchObject({ state: "ending", daysLeft: 0 })
  for (const none of [null, "soon"]) {
    expect(subscriptionOf(until(none), NOON)).toEqual({ state: "open" })
    expect(endOfPlan(until(none).company)).toBeNull()
  }
})

/** So many days after today, which is 21 November in Kiritimati. */
function dayIn(days: number): string {
  return new Date(Date.parse("2026-11-21") + days * 1440 * MINUTE).toISOString().slice(0, 10)
}
