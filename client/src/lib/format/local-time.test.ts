import { expect, test } from "vitest"

import { instantOf, localOf } from "./local-time.ts"

test.each([
  ["2026-11-03T14:05", "Europe/Amsterdam", "2026-11-03T13:05:00.000Z"],
  ["2026-07-03T14:05", "Europe/Amsterdam", "2026-07-03T12:05:00.000Z"],
  ["2026-11-03T14:05", "America/New_York", "2026-11-03T19:05:00.000Z"],
  ["2026-11-03T14:05", "Asia/Kolkata", "2026-11-03T08:35:00.000Z"],
  // The clock goes back from 3:00 to 2:00: the earlier of both.
  ["2026-10-25T02:30", "Europe/Amsterdam", "2026-10-25T00:30:00.000Z"],
])("%s in %s is %s, and back", (local, zone, instant) => {
  expect(instantOf(local, zone)).toBe(instant)
  expect(localOf(instant, zone)).toBe(local)
})

test("a time that the clock skips is after the change", () => {
  const instant = instantOf("2026-03-29T02:30", "Europe/Amsterdam")
  expect(localOf(instant ?? "", "Europe/Amsterdam")).toMatch(/^2026-03-29T0[13]:30$/u)
})

test("what is no time is nothing", () => {
  expect(instantOf("", "UTC")).toBeNull()
  expect(localOf("soon", "UTC")).toBe("")
})
