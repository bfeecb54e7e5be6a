import { expect, test } from "vitest"

import type { Leaving, MailResult } from "#client/services/mail/letters.ts"

import { isWaiting, placeOf, twoClocks, waitingOf } from "./leaving.ts"

const FROM = Date.parse("2026-11-20T11:00:00Z")
const STYLE = { timeZone: "Europe/Amsterdam" }

function leaving(timezone: string, at: string, more: Partial<Leaving> = {}): Leaving {
  const address = "li@carrier.example"
  const clock = { name: "", address, timezone, clockOf: "contact", country: "CN" } as const
  return { ...clock, at, atOnce: false, ...more }
}

function result(address: string, state: MailResult["state"]): MailResult {
  return {
    id: address,
    name: "",
    address,
    state,
    attempts: 0,
    sentAt: null,
    error: null,
    held: null,
  }
}

test("a time is shown on both clocks, with the reader's day where it differs", () => {
  expect(twoClocks(leaving("Asia/Shanghai", "2026-11-24T01:00:00Z"), FROM, STYLE)).toEqual({
    theirs: "Tue 09:00",
    place: "Shanghai",
    own: "02:00",
  })
  expect(twoClocks(leaving("Pacific/Kiritimati", "2026-11-22T19:00:00Z"), FROM, STYLE)).toEqual({
    theirs: "Mon 09:00",
    place: "Kiritimati",
    own: "Sun 20:00",
  })
})

test("a clock change counts, and so do the reader's ways of writing", () => {
  // New York's clock is put forward on 14 March 2027, Amsterdam's two weeks later.
  const from = Date.parse("2027-03-12T23:00:00Z")
  const style = { ...STYLE, timeFormat: "12", language: "es" } as const
  expect(twoClocks(leaving("America/New_York", "2027-03-15T13:00:00Z"), from, style)).toEqual({
    theirs: "lun 9:00 am",
    place: "New York",
    own: "2:00 pm",
  })
})

test("a time a week ahead is shown with its date", () => {
  const { theirs, own } = twoClocks(leaving("Asia/Shanghai", "2026-12-07T01:00:00Z"), FROM, STYLE)
  expect([theirs, own]).toEqual(["07 Dec 2026 09:00", "02:00"])
})

test("a zone is named after its place", () => {
  expect(["America/Argentina/Buenos_Aires", "UTC"].map(placeOf)).toEqual(["Buenos Aires", "UTC"])
})

test("what has left, or was taken back, waits no longer", () => {
  const late = leaving("Asia/Shanghai", "2026-11-24T01:00:00Z", { address: "late@x.example" })
  const soon = leaving("Asia/Riyadh", "2026-11-22T06:00:00Z", { address: "soon@x.example" })
  const gone = leaving("Europe/Amsterdam", "2026-11-20T11:00:10Z", { address: "gone@x.example" })
  const results = [
    result("late@x.example", "queued"),
    result("gone@x.example", "sent"),
    result("soon@x.example", "queued"),
  ]
  const whole: Parameters<typeof isWaiting>[0] = {
    leaving: [late, gone, soon],
    results,
    state: "queued",
    scheduledAt: null,
  }
  expect(waitingOf(whole)).toEqual([soon, late])
  expect(isWaiting(whole)).toBe(true)
  expect(waitingOf({ ...whole, results: [] })).toEqual([gone, soon, late])
  expect(waitingOf({ ...whole, results: [], state: "cancelled" })).toEqual([])
  expect(isWaiting({ ...whole, leaving: [{ ...gone, atOnce: true }], results: [] })).toBe(false)
})
