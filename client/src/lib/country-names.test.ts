import { expect, test } from "vitest"

import { loadWords } from "#client/words/load.ts"

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

test.each(["es", "ar"] as const)("every country has a name in %s", async (language) => {
  const words = await loadWords(language)
  const names = countries().map(({ name }) => words[name])
  expect(names.filter((name) => typeof name !== "string" || name === "")).toEqual([])
  expect(words["Netherlands"]).toBe(language === "ar" ? "هولندا" : "Países Bajos")
})
