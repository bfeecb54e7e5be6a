import { expect, test } from "vitest"

import cases from "./phone-cases.json" with { type: "json" }
import { internationalNumber } from "./phone.ts"

test.each(cases)("$text from $country is $number", ({ text, country, number }) => {
  expect(internationalNumber(text, country)).toBe(number)
})
