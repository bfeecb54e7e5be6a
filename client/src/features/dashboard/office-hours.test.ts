import { expect, test } from "vitest"

import { dateStyle } from "#client/lib/format/date.ts"
import { translate } from "#client/lib/words.ts"

import type { Holiday, OfficeHours } from "./dashboard-data.ts"
import { openingAt } from "./office-hours.ts"

const WEEKDAYS: OfficeHours = {
  days: ["mon", "tue", "wed", "thu", "fri"],
  opens: "09:00",
  closes: "17:30",
}
const AMSTERDAM = dateStyle("Europe/Amsterdam")

function read(
  at: string,
  hours: Partial<OfficeHours> = WEEKDAYS,
  style = AMSTERDAM,
  holidays: readonly Holiday[] = [],
) {
  const opening = openingAt(hours, Date.parse(at), style, holidays)
  if (opening === null) return null
  const { text, ...values } = opening
  return translate({ locale: "en", entries: {} }, text, { ...values, isOpen: "" })
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

const EASTER: readonly Holiday[] = [
  { date: "2027-03-26", name: "Good Friday" },
  { date: "2027-03-29", name: "Easter Monday" },
]

function atEaster(time: string) {
  return read(time, WEEKDAYS, AMSTERDAM, EASTER)
}

test("an office is closed on a holiday, and opens after it", () => {
  // Thursday evening, Friday, Saturday; then summer time.
  expect(atEaster("2027-03-25T17:00:00Z")).toBe("Closed, opens Tuesday 09:00")
  expect(atEaster("2027-03-26T10:00:00Z")).toBe("Closed: Good Friday")
  expect(atEaster("2027-03-27T10:00:00Z")).toBe("Closed, opens Tuesday 09:00")
  expect(atEaster("2027-03-29T10:00:00Z")).toBe("Closed: Easter Monday")
  expect(atEaster("2027-03-29T22:00:00Z")).toBe("Closed, opens 09:00")
  expect(atEaster("2027-03-30T10:00:00Z")).toBe("Open until 17:30")
})

test("a holiday is known without hours, and is that of the office's own day", () => {
  const auckland = dateStyle("Pacific/Auckland")
  expect(read("2027-03-25T12:00:00Z", {}, auckland, EASTER)).toBe("Closed: Good Friday")
  expect(read("2027-03-25T12:00:00Z", {}, AMSTERDAM, EASTER)).toBeNull()
})

test("an office that closes for long says the day on which it opens", () => {
  const week = Array.from({ length: 9 }, (_, index) => ({
    date: `2027-02-${String(5 + index).padStart(2, "0")}`,
    name: "Spring Festival",
  }))
  expect(read("2027-02-04T18:00:00Z", WEEKDAYS, AMSTERDAM, week)).toBe(
    "Closed, opens 15 Feb 2027 09:00",
  )
})
