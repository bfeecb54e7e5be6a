/** Every text of the screens is in every catalogue, every entry is used, and its places are those of the text. */
import { readFile, readdir } from "node:fs/promises"
import path from "node:path"

import { expect, test } from "vitest"

const SRC = path.resolve(import.meta.dirname, "src")

type Catalogue = Record<string, string | Record<string, string>>

/** Text → whether it is about a count, and so has plural forms. */
const texts = new Map<string, boolean>()
const names = await readdir(SRC, { recursive: true })
const screens = names.filter(
  (name) => /\.tsx?$/u.test(name) && !/\.test\.|\/fake-|^wire\//u.test(name),
)
const sources = await Promise.all(screens.map((name) => readFile(path.join(SRC, name), "utf8")))
for (const [text, counted] of sources.flatMap((source) => textsOf(source))) {
  texts.set(text, texts.get(text) === true || counted)
}

const catalogues = await Promise.all(
  ["es", "ar"].map(async (language): Promise<[string, Catalogue]> => {
    const json = await readFile(path.join(SRC, `words/${language}.json`), "utf8")
    return [language, JSON.parse(json)]
  }),
)

for (const [language, catalogue] of catalogues) {
  test(`the catalogue of ${language} has every text and no other`, () => {
    const missing = [...texts.keys()].filter((text) => !Object.hasOwn(catalogue, text))
    expect(missing).toEqual([])
    expect(Object.keys(catalogue).filter((text) => !texts.has(text))).toEqual([])
  })

  test(`the catalogue of ${language} counts by the plural rules of its language`, () => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const wrong = Object.entries(catalogue).filter(([text, entry]) =>
      texts.get(text) === true
        ? typeof entry === "string" || needed.some((category) => entry[category] === undefined)
        : typeof entry !== "string",
    )
    expect(wrong.map(([text]) => text)).toEqual([])
  })

  test(`the catalogue of ${language} names the places that its texts have`, () => {
    const wrong = Object.entries(catalogue).filter(([text, entry]) => {
      const forms = typeof entry === "string" ? [entry] : Object.values(entry)
      // A form for one or two things may say the number in a word.
      const optional = typeof entry === "string" ? [] : ["{count}"]
      return forms.some((form) => !hasPlaces(form, placesOf(text), optional))
    })
    expect(wrong.map(([text]) => text)).toEqual([])
  })
}

function hasPlaces(form: string, places: readonly string[], optional: readonly string[]): boolean {
  const own = placesOf(form)
  return (
    own.every((place) => places.includes(place)) &&
    places.every((place) => own.includes(place) || optional.includes(place))
  )
}

function placesOf(text: string): string[] {
  return [...text.matchAll(/\{[a-zA-Z]+\}/gu)].map(([place]) => place)
}

/** The literals of `t("…")`, `t.nodes("…")`, `msg("…")`, `t.count(n, "…", "…")` and of titles. */
function textsOf(source: string): [text: string, counted: boolean][] {
  const literal = String.raw`("(?:[^"\\]|\\.)*")`
  const plain = [
    ...source.matchAll(new RegExp(String.raw`\b(?:t|msg|t\.nodes)\(\s*${literal}`, "gu")),
    ...source.matchAll(new RegExp(String.raw`\b(?:title|create): ${literal}`, "gu")),
  ].map(([, text = '""']): [string, boolean] => [JSON.parse(text), false])
  // Both arms of a choice: t(isOn ? "On" : "Off").
  const chosen = [
    ...source.matchAll(
      new RegExp(String.raw`\b(?:t|msg)\(\s*[^()"]+\?\s*${literal}\s*:\s*${literal}`, "gu"),
    ),
  ].flatMap(([, one = '""', other = '""']): [string, boolean][] => [
    [JSON.parse(one), false],
    [JSON.parse(other), false],
  ])
  const counted = [
    ...source.matchAll(new RegExp(String.raw`${literal},\s*${literal},?\s*(?:\)|\{)`, "gu")),
    ...source.matchAll(new RegExp(String.raw`msg\(${literal}\),\s*msg\(${literal}\),?\s*\]`, "gu")),
    ...source.matchAll(
      new RegExp(String.raw`one: (?:msg\()?${literal}\)?,\s*many: (?:msg\()?${literal}`, "gu"),
    ),
  ].map(([, one = '""', many = '""']): [string, string] => [JSON.parse(one), JSON.parse(many)])
  const pairs = counted.filter(([, many]) => many.includes("{count}"))
  const singular = new Set(pairs.map(([one]) => one))
  return [
    ...[...plain, ...chosen].filter(([text]) => text !== "" && !singular.has(text)),
    ...pairs.map(([, many]): [string, boolean] => [many, true]),
  ]
}
