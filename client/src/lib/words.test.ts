import { expect, test } from "vitest"

import { languageOf, translate, translateCount } from "./words.ts"
import type { Words } from "./words.ts"

const NONE: Words = { locale: "en", entries: {} }
const ARABIC: Words = {
  locale: "ar",
  entries: {
    "Saved by {name}": "حفظه {name}",
    "{count} ports": { one: "ميناء", two: "ميناءان", few: "{count} موانئ", other: "{count} ميناء" },
  },
}

const ports = (words: Words, count: number) =>
  translateCount(words, { count, one: "{count} port", many: "{count} ports" })

test("a text is its own English", () => {
  expect(translate(NONE, "Saved by {name}", { name: "Ada" })).toBe("Saved by Ada")
  expect([ports(NONE, 1), ports(NONE, 1234)]).toEqual(["1 port", "1,234 ports"])
})

test("a catalogue answers by the English text and the plural rules of its language", () => {
  expect(translate(ARABIC, "Saved by {name}", { name: "Ada" })).toBe("حفظه Ada")
  expect([1, 2, 3, 11, 100].map((count) => ports(ARABIC, count))).toEqual([
    "ميناء",
    "ميناءان",
    "3 موانئ",
    "11 ميناء",
    "100 ميناء",
  ])
})

test("what no catalogue holds stays English, and a value is never read as a text", () => {
  expect(translate(ARABIC, "constructor")).toBe("constructor")
  expect(translate(ARABIC, "Saved by {name}", { name: "{name}" })).toBe("حفظه {name}")
})

test.each([
  ["es-MX", "es"],
  ["ar-EG", "ar"],
  ["de", "en"],
  ["", "en"],
])("%s is written in %s", (locale, language) => {
  expect(languageOf(locale)).toBe(language)
})
