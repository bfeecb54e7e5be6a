import { expect, test } from "vitest"

import { dateStyle } from "#client/lib/format/date.ts"

import type { OfficeHours } from "./dashboard-data.ts"
import { openingAt } from "./office-hours.ts"

const WEEKDAYS: OfficeHours = {
  days: ["mon", "tue", "wed", "thu", "fri"],
  opens: "09:00",
  closes: "17:30",
}
const AMSTERDAM = dateStyle("Europe/Amsterdam")

function read(at: string, hours: Partial<OfficeHours> = WEEKDAYS, style = AMSTERDAM) {
  const opening = openingAt(hours, Date.parse(at), style)
  return opening === null ? null : opening.text.replace("{time}", opening.time)
}

test("an office opens and closes by its own clock", () => {
  // Friday; Amsterdam is at UTC+1.
  expect(read("2026-11-20T07:59:59Z")).toBe("Closed, opens 09:00")
  expect(read("2026-11-20T08:00:00Z")).toBe("Open until 17:30")
  expect(read("2026-11-20T16:29:59Z")).toBe("Open until 17:30")
  expect(read("2026-11-20T16:30:00Z")).toBe("Closed, opens Monday 09:00")
  expect(read("2026-11-22T12:00:00Z")).toBe("Closed, opens tomorrow 09:00")
  expect(read("2026-11-20T16:30:00Z", WEEKDAYS, dateStyle("America/New_York"))).toBe(
    "Open until 17:30",
  )
})

test("a clock change does not move the hours", () => {
  // The Sunday on which Amsterdam leaves summer time.
  const sunday = { ...WEEKDAYS, days: ["sun"] as OfficeHours["days"] }
  expect(read("2026-10-25T07:30:00Z", sunday)).toBe("Closed, opens 09:00")
  expect(read("2026-10-25T08:00:00Z", sunday)).toBe("Open until 17:30")
  expect(read("2026-10-25T16:30:00Z", sunday)).toBe("Closed, opens Sunday 09:00")
})

test("times are read as the user reads them", () => {
  const style = dateStyle("UTC", { timeFormat: "12" })
  expect(read("2026-11-20T08:59:00Z", WEEKDAYS, style)).toBe("Closed, opens 9:00 am")
})

test("nothing is said of hours that are not known", () => {
  expect(read("2026-11-20T08:00:00Z", {})).toBeNull()
  expect(read("2026-11-20T08:00:00Z", { ...WEEKDAYS, days: [] })).toBeNull()
})
