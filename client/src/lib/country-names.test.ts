import { expect, test } from "vitest"

import { countries, countryName } from "./country-names.ts"

test("all 250 countries are there once, each with a name", () => {
  const list = countries()
  expect(list).toHaveLength(250)
  expect(new Set(list.map(({ code }) => code)).size).toBe(250)
  expect(
    list.filter(
      ({ code, name }) => !/^[A-Z]{2}$/u.test(code) || name.trim() !== name || name === "",
    ),
  ).toEqual([])
})

test("a code reads as its name; what is no code stays as it is", () => {
  expect(["NL", "AF", "ZW", "CI", "", "XX", "N"].map(countryName)).toEqual([
    "Netherlands",
    "Afghanistan",
    "Zimbabwe",
    "Côte d’Ivoire",
    "",
    "XX",
    "N",
  ])
})
