import { expect, test } from "vitest"

import { type ClockPlace, changesBetween, clockRows } from "./clocks.ts"

const at = (text: string) => Date.parse(text)
const iso = (instant: number) => new Date(instant).toISOString()
const YOU: ClockPlace = { name: "You", zone: "Europe/Amsterdam" }

const two = (value: number) => String(value).padStart(2, "0")

/** What is read of a row: `2026-03-29 03:30 +120`. */
function read(instant: string, zone: string, now = instant) {
  const [row] = clockRows(at(instant), at(now), [{ name: "There", zone }])
  if (row === undefined) throw new Error("no row")
  const { year, month, day, hour, minute, offset } = row.clock
  return `${String(year)}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)} ${String(offset)}`
}

test.each([
  // The gap: 02:00 to 03:00 is not on the clock.
  ["Europe/Amsterdam", "2026-03-29T00:59:00Z", "2026-03-29 01:59 60"],
  ["Europe/Amsterdam", "2026-03-29T01:00:00Z", "2026-03-29 03:00 120"],
  // The fold: 02:30 is on the clock twice.
  ["Europe/Amsterdam", "2026-10-25T00:30:00Z", "2026-10-25 02:30 120"],
  ["Europe/Amsterdam", "2026-10-25T01:30:00Z", "2026-10-25 02:30 60"],
  // The southern summer begins in October and ends in April.
  ["Australia/Sydney", "2026-10-03T15:59:00Z", "2026-10-04 01:59 600"],
  ["Australia/Sydney", "2026-10-03T16:00:00Z", "2026-10-04 03:00 660"],
  ["Australia/Sydney", "2026-04-04T15:59:00Z", "2026-04-05 02:59 660"],
  ["Australia/Sydney", "2026-04-04T16:00:00Z", "2026-04-05 02:00 600"],
  // Half an hour, three quarters of one, and a change by half an hour.
  ["Asia/Kolkata", "2026-07-01T00:00:00Z", "2026-07-01 05:30 330"],
  ["Asia/Kathmandu", "2026-07-01T00:00:00Z", "2026-07-01 05:45 345"],
  ["Australia/Lord_Howe", "2026-04-04T14:59:00Z", "2026-04-05 01:59 660"],
  ["Australia/Lord_Howe", "2026-04-04T15:00:00Z", "2026-04-05 01:30 630"],
  ["America/St_Johns", "2026-11-01T04:29:00Z", "2026-11-01 01:59 -150"],
  ["America/St_Johns", "2026-11-01T04:30:00Z", "2026-11-01 01:00 -210"],
])("the clock of %s at %s shows %s", (zone, instant, shown) => {
  expect(read(instant, zone)).toBe(shown)
})

test.each([
  ["Europe/Amsterdam", "2026-03-29T01:00:00.000Z", 60, 120],
  ["America/New_York", "2026-03-08T07:00:00.000Z", -300, -240],
  ["Australia/Sydney", "2026-04-04T16:00:00.000Z", 660, 600],
  ["Australia/Lord_Howe", "2026-04-04T15:00:00.000Z", 660, 630],
])("the change of %s is found to the minute", (zone, change, before, after) => {
  const [from, to] = [at("2026-01-15T12:34:56Z"), at("2026-06-15T01:02:03Z")]
  const found = [{ at: at(change), before, after }]
  expect(changesBetween(zone, from, to)).toEqual(found)
  // Whichever comes first.
  expect(changesBetween(zone, to, from)).toEqual(found)
})

test("a change counts from its very minute", () => {
  const change = at("2026-03-29T01:00:00Z")
  expect(changesBetween("Europe/Amsterdam", change - 60_000, change)).toHaveLength(1)
  expect(changesBetween("Europe/Amsterdam", change, change + 60_000)).toHaveLength(0)
})

test("a year has two, though the offset is the same in the end", () => {
  const changes = changesBetween(
    "Europe/London",
    at("2026-01-01T00:00:00Z"),
    at("2027-01-01T00:00:00Z"),
  )
  expect(changes.map(({ at: each }) => iso(each))).toEqual([
    "2026-03-29T01:00:00.000Z",
    "2026-10-25T01:00:00.000Z",
  ])
})

test("a zone without summer time, UTC and the same instant have none", () => {
  const [from, to] = [at("2026-01-01T00:00:00Z"), at("2027-01-01T00:00:00Z")]
  expect(changesBetween("Asia/Singapore", from, to)).toEqual([])
  expect(changesBetween("UTC", from, to)).toEqual([])
  expect(changesBetween("Europe/Amsterdam", from, from)).toEqual([])
})

test("an instant of a century ago is looked through for two years only", () => {
  const changes = changesBetween("Europe/Amsterdam", 0, at("2026-01-01T00:00:00Z"))
  expect(changes.length).toBeLessThanOrEqual(4)
})

test("another day there is told, on either side", () => {
  const rows = clockRows(at("2026-07-01T22:30:00Z"), at("2026-07-01T22:30:00Z"), [
    YOU,
    { name: "Singapore", zone: "Asia/Singapore" },
    { name: "Los Angeles", zone: "America/Los_Angeles" },
    { name: "Kiritimati", zone: "Pacific/Kiritimati" },
    { name: "UTC", zone: "UTC" },
  ])
  expect(rows.map(({ names, dayShift }) => [names[0], dayShift])).toEqual([
    ["You", 0],
    ["Singapore", 0],
    ["Los Angeles", -1],
    ["Kiritimati", 0],
    ["UTC", -1],
  ])
})

test("over the end of a month a day is one day", () => {
  const [, there] = clockRows(at("2026-12-31T18:00:00Z"), at("2026-12-31T18:00:00Z"), [
    YOU,
    { name: "Sydney", zone: "Australia/Sydney" },
  ])
  expect(there?.dayShift).toBe(1)
  expect(there?.clock).toMatchObject({ year: 2027, month: 1, day: 1 })
})

test("places of one zone share a row, and a name stands there once", () => {
  const rows = clockRows(0, 0, [
    YOU,
    { name: "Harbour Freight", zone: "Europe/Amsterdam" },
    { name: "UTC", zone: "UTC" },
    { name: "Harbour Freight", zone: "Europe/Amsterdam" },
  ])
  expect(rows.map(({ names }) => names)).toEqual([["You", "Harbour Freight"], ["UTC"]])
})
