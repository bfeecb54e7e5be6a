import { expect, test } from "vitest"

import { translate } from "#client/lib/words.ts"
import type { CountryProposal } from "#client/services/country-proposal.ts"

import { proposalsOf } from "./proposals.ts"

const states: CountryProposal = {
  country: "US",
  currency: "USD",
  isOwnCurrency: true,
  timezones: ["America/New_York", "America/Chicago"],
  isOwnTimezone: true,
  language: "en",
  isOfficialLanguage: true,
  locale: "en",
  formats: { date: "mdy", time: "12", number: "comma", paper: "letter" },
  units: { mass: "lb", volume: "ft3" },
  weekStart: 7,
  weekend: ["sat", "sun"],
  phone: { dialCode: "+1", example: "(201) 555-0123", number: "+12015550123" },
  taxName: "EIN",
  ports: [],
  holidays: [],
  holidaysUntil: "2031-12-31",
}

const dutch = {
  currency: "EUR",
  timezone: "Europe/Amsterdam",
  prefered_language: "en",
  units: { mass: "kg", volume: "m3" },
  formats: { date: "dmy", time: "24", number: "point", paper: "a4" },
}

const american = {
  currency: "USD",
  timezone: "America/Chicago",
  prefered_language: "en",
  units: { mass: "lb", volume: "ft3" },
  formats: { date: "mdy", time: "12", number: "comma", paper: "letter" },
}

test("a country proposes all that it implies, as it is written there", () => {
  const rows = proposalsOf(states, dutch, "en")
  expect(rows.map(({ name, shown, isTaken }) => [name, shown, isTaken])).toEqual([
    ["currency", "USD", false],
    ["timezone", "America/New York", false],
    ["prefered_language", "English", true],
    ["units", "lb, ft³", false],
    ["formats.date", "Dec 31, 2026", false],
    ["formats.time", "2:05 pm", false],
    ["formats.number", "1,234,567.8", false],
    ["formats.paper", "US Letter", false],
  ])
})

test("another zone of the same country is left as it is", () => {
  expect(proposalsOf(states, american, "en").every(({ isTaken }) => isTaken)).toBe(true)
})

function reasons(proposal: CountryProposal) {
  return proposalsOf(proposal, dutch, "en").map(({ reason, places, shown }) => {
    const values = { ...places, country: "Antarctica", value: shown }
    return translate({ locale: "en", entries: {} }, reason, values)
  })
}

test("each proposal says its reason", () => {
  expect(reasons(states).slice(0, 3)).toEqual([
    "USD is the currency of Antarctica.",
    "America/New York is the main time zone of Antarctica. The others are: America/Chicago.",
    "English is an official language of Antarctica.",
  ])
  const bare = { ...states, isOwnCurrency: false, isOwnTimezone: false, isOfficialLanguage: false }
  expect(reasons({ ...bare, timezones: ["UTC"] }).slice(0, 3)).toEqual([
    "Antarctica has no currency of its own. New companies start with USD.",
    "Antarctica has no time zone of its own.",
    "Waybill is not available in the main language of Antarctica.",
  ])
  expect(reasons(states).every((reason) => reason !== "" && !reason.includes("{"))).toBe(true)
})
