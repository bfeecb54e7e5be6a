import { expect, test } from "vitest"

import { instantOf, localOf } from "./moment.ts"

test.each([
  ["2026-11-23T09:00", "Europe/Amsterdam", "2026-11-23T08:00:00.000Z"],
  ["2026-07-01T09:00", "Europe/Amsterdam", "2026-07-01T07:00:00.000Z"],
  ["2026-03-29T03:30", "Europe/Amsterdam", "2026-03-29T01:30:00.000Z"],
  ["2026-11-23T09:00", "Asia/Kolkata", "2026-11-23T03:30:00.000Z"],
  ["2026-11-23T00:15", "America/Los_Angeles", "2026-11-23T08:15:00.000Z"],
])("%s in %s is %s, and back", (local, zone, instant) => {
  expect(instantOf(local, zone)).toBe(instant)
  expect(localOf(Date.parse(instant), zone)).toBe(local)
})

test.each(["", "2026-11-23", "2026-13-40T99:99", "soon"])("%s is no moment", (local) => {
  expect(instantOf(local, "UTC")).toBeNull()
})
