import { afterEach, expect, test } from "vitest"

import {
  type DateStyle,
  dateStyle,
  formatDate,
  formatDateTime,
  formatDay,
  formatTime,
} from "./date.ts"
import { forgetClocks, offsetLabel, wallClock } from "./zone.ts"

// The tests run in Asia/Kolkata: nothing may come from the machine's own zone.
afterEach(forgetClocks)

test.each<[string, DateStyle, string]>([
  ["2026-11-03T13:02:00Z", { timeZone: "Europe/Amsterdam" }, "03 Nov 2026, 14:02 UTC+1"],
  ["2026-07-03T13:02:00Z", { timeZone: "Europe/Amsterdam" }, "03 Jul 2026, 15:02 UTC+2"],
  ["2026-11-03T23:30:00Z", { timeZone: "Asia/Kolkata" }, "04 Nov 2026, 05:00 UTC+5:30"],
  ["2026-11-03T02:10:00Z", { timeZone: "America/St_Johns" }, "02 Nov 2026, 22:40 UTC−3:30"],
  ["2026-12-31T12:00:00Z", { timeZone: "Pacific/Kiritimati" }, "01 Jan 2027, 02:00 UTC+14"],
  ["2026-11-03T00:00:00Z", { timeZone: "UTC", timeFormat: "12" }, "03 Nov 2026, 12:00 am UTC"],
  ["2026-11-03T12:05:00Z", { timeZone: "UTC", timeFormat: "12" }, "03 Nov 2026, 12:05 pm UTC"],
  ["2026-11-03T12:05:00Z", { timeZone: "Nowhere/Land" }, "03 Nov 2026, 12:05 UTC"],
  ["not an instant", { timeZone: "UTC" }, ""],
])("%s in %o reads %s", (instant, style, text) => {
  expect(formatDateTime(instant, style)).toBe(text)
})

test("a day is the same in every zone and follows the order chosen", () => {
  expect(formatDay("2026-11-03", {})).toBe("03 Nov 2026")
  expect(formatDay("2026-11-03", { dateFormat: "ymd" })).toBe("2026-11-03")
  expect(formatDay("2026-11-03", { dateFormat: "mdy" })).toBe("Nov 03, 2026")
  expect(formatDay("soon", {})).toBe("")
})

test("date and time can be had alone", () => {
  const style = dateStyle("Europe/Amsterdam", { dateFormat: "ymd", timeFormat: "12" })
  expect(formatDate("2026-11-03T23:30:00Z", style)).toBe("2026-11-04")
  expect(formatTime("2026-11-03T23:30:00Z", style)).toBe("12:30 am UTC+1")
})

test("months are named in the user's language, and in English for any other", () => {
  expect(formatDay("2026-01-03", dateStyle("UTC", { language: "es" }))).toBe("03 ene 2026")
  expect(formatDay("2026-01-03", dateStyle("UTC", { language: "ar-EG" }))).toBe("03 يناير 2026")
  expect(formatDay("2026-01-03", dateStyle("UTC", { language: "nl" }))).toBe("03 Jan 2026")
})

test("settings that are not known leave the default", () => {
  expect(dateStyle("UTC", { dateFormat: "auto", timeFormat: "x" })).toEqual({
    timeZone: "UTC",
    timeFormat: "24",
  })
})

test("the wall clock shows the hour that is skipped and the one that comes twice", () => {
  const before = Date.parse("2026-03-29T00:59:59Z")
  expect(wallClock(before, "Europe/Amsterdam")).toMatchObject({ hour: 1, minute: 59, offset: 60 })
  expect(wallClock(before + 1000, "Europe/Amsterdam")).toMatchObject({ hour: 3, offset: 120 })
  const twice = Date.parse("2026-10-25T00:30:00Z")
  expect(wallClock(twice, "Europe/Amsterdam")).toMatchObject({ hour: 2, minute: 30, offset: 120 })
  expect(wallClock(twice + 3_600_000, "Europe/Amsterdam")).toMatchObject({ hour: 2, offset: 60 })
})

test("midnight is hour 0 and milliseconds do not shift the offset", () => {
  expect(wallClock(Date.parse("2026-11-02T23:00:00.999Z"), "Europe/Amsterdam")).toMatchObject({
    day: 3,
    hour: 0,
    offset: 60,
  })
})

test("every zone shows what its parts say, also beyond the number of clocks kept", () => {
  const instant = Date.parse("2026-06-15T21:04:05Z")
  const zones = Intl.supportedValuesOf("timeZone")
  const read = zones.map((zone) => {
    const { year, month, day, hour, minute, second } = wallClock(instant, zone)
    return { zone, parts: [year, month, day, hour, minute, second] }
  })
  expect(read).toEqual(zones.map((zone) => ({ zone, parts: partsOf(instant, zone) })))
})

test("no instant around a change of the clock is off, whichever was asked first", () => {
  const change = Date.parse("2026-10-25T01:00:00Z")
  for (const distance of [-1, 0, -3_600_000, 3_600_000, -5 * 86_400_000, 5 * 86_400_000]) {
    const { year, month, day, hour, minute, second } = wallClock(change + distance, "Europe/Paris")
    expect([year, month, day, hour, minute, second]).toEqual(
      partsOf(change + distance, "Europe/Paris"),
    )
  }
})

test("offsets are told in hours, with minutes only where there are any", () => {
  expect([0, 60, -210, 345].map(offsetLabel)).toEqual(["UTC", "UTC+1", "UTC−3:30", "UTC+5:45"])
})

function partsOf(instant: number, timeZone: string): number[] {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    dateStyle: "short",
    timeStyle: "medium",
  }).formatToParts(instant)
  return ["year", "month", "day", "hour", "minute", "second"].map((name) =>
    Number(parts.find(({ type }) => type === name)?.value),
  )
}
