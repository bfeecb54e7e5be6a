import { expect, test } from "vitest"

import { proposalsOf } from "./proposals.ts"

const dutch = { currency: "EUR", timezone: "Europe/Amsterdam", units: { mass: "kg", volume: "m3" } }
const netherlands = {
  alpha2: "NL",
  name: "Netherlands",
  defaultCurrency: "EUR",
  timezones: ["Europe/Amsterdam"],
}
const states = {
  alpha2: "US",
  name: "United States",
  defaultCurrency: "USD",
  timezones: ["America/New_York", "America/Chicago"],
}

test("a country proposes what differs, and nothing that is so already", () => {
  expect(proposalsOf(netherlands, dutch)).toEqual([])
  const names = proposalsOf(states, dutch).map(({ name, shown }) => [name, shown])
  expect(names).toEqual([
    ["currency", "USD"],
    ["timezone", "America/New York"],
    ["units", "lb, ft³"],
  ])
})

test("another zone of the same country stays", () => {
  const values = {
    currency: "USD",
    timezone: "America/Chicago",
    units: { mass: "lb", volume: "ft3" },
  }
  expect(proposalsOf(states, values)).toEqual([])
})

test("a country without a currency of its own proposes none", () => {
  const found = proposalsOf(
    { ...netherlands, defaultCurrency: null },
    { ...dutch, currency: "USD" },
  )
  expect(found).toEqual([])
})
