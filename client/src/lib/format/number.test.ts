import { expect, test } from "vitest"

import { formatDecimal, formatMoney, formatNumber } from "./number.ts"

test.each([
  [1_234_567, "en", "1,234,567"],
  [1_234_567, "de", "1.234.567"],
  [1_234_567, "de-CH", "1’234’567"],
  [1_234_567, "fr-FR", "1\u202F234\u202F567"],
  [12_345_678, "en-IN", "1,23,45,678"],
  [999, "en", "999"],
  [-1000, "en", "−1,000"],
  [-0.2, "en", "0"],
  [Number.NaN, "en", ""],
  [1_234_567, "xx", "1,234,567"],
  [1_234_567, "en-x-point", "1.234.567"],
  [1_234_567, "de-x-comma", "1,234,567"],
  [1_234_567, "es-x-space", "1\u00A0234\u00A0567"],
  [1_234_567, "en-x-apostrophe", "1’234’567"],
  [12_345_678, "en-x-indian", "1,23,45,678"],
  [12_345_678, "hi-x-comma", "12,345,678"],
  [1_234_567, "en-x-other", "1,234,567"],
])("%d in %s reads %s", (value, locale, text) => {
  expect(formatNumber(value, locale)).toBe(text)
})

test("decimals follow the locale", () => {
  expect(formatNumber(1234.5, "nl", 2)).toBe("1.234,50")
  expect(formatDecimal("12345678901234567890.123456789", "en")).toBe(
    "12,345,678,901,234,567,890.123456789",
  )
  expect(formatDecimal("1e3", "en")).toBe("")
})

test.each([
  ["1234.5", "EUR", 2, "en", "EUR\u00A01,234.50"],
  ["1234", "JPY", 0, "en", "JPY\u00A01,234"],
  ["0.1234", "BHD", 3, "en", "BHD\u00A00.1234"],
  ["-7", "USD", 2, "de", "USD\u00A0−7,00"],
  ["", "USD", 2, "en", ""],
])("%s %s with %d places in %s reads %s", (amount, currency, exponent, locale, text) => {
  expect(formatMoney(amount, currency, exponent, locale)).toBe(text)
})
