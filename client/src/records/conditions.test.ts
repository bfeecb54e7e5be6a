import { expect, test } from "vitest"

import { translate, translateCount } from "#client/lib/words.ts"
import type { Say } from "#client/ui/text.tsx"

import { anyOf, anyText, conditionOf, conditionText, sentenceOf, storedIn } from "./conditions.ts"
import type { Filter } from "./noun.ts"
import type { Source } from "./sources.ts"

const ENGLISH = { locale: "en", entries: {} }
const t: Say = Object.assign(
  (text: string, values?: Readonly<Record<string, string | number>>) =>
    translate(ENGLISH, text, values),
  {
    count: (count: number, one: string, many: string) =>
      translateCount(ENGLISH, { count, one, many }),
    countNodes: () => null,
    nodes: () => null,
    phrase: String,
  },
)
const tags: Source = { id: "tag", find: async () => [], one: async () => null }
const FILTERS: readonly Filter[] = [
  { kind: "lookup", field: "tags", label: "Tag", source: tags },
  { kind: "text", field: "name", label: "Name" },
  {
    kind: "choice",
    field: "kind",
    label: "Kind",
    options: [
      { value: "person", label: "Person" },
      { value: "organisation", label: "Organisation" },
    ],
  },
]

test.each([
  ["name:has:a:b", "Name contains a:b"],
  ["kind:in:person|organisation", "Kind is one of Person, Organisation"],
  ["kind:eq:person", "Kind is Person"],
  ["size:ge:3", "size:ge:3"],
])("%s reads: %s", (condition, sentence) => {
  expect(conditionText(conditionOf(condition))).toBe(condition)
  expect(sentenceOf(condition, FILTERS, t)).toBe(sentence)
})

const nameOf = ({ value }: { value: string }) => `Tag number ${value}`

test("one of several conditions is a condition", () => {
  const text = anyText(["kind:eq:person", 'name:has:a"b'])
  expect(anyOf(text)).toEqual(["kind:eq:person", 'name:has:a"b'])
  expect(sentenceOf(text, FILTERS, t)).toBe('Kind is Person or Name contains a"b')
  expect([anyOf("kind:eq:person"), anyOf("any:[")]).toEqual([null, null])
})

test("a condition about records names them, also among alternatives", () => {
  const conditions = ["tags:ne:1", anyText(["tags:in:2|3", "kind:eq:person"])]
  expect(storedIn(conditions, FILTERS).map(({ value }) => value)).toEqual(["1", "2", "3"])
  expect(sentenceOf("tags:ne:1", FILTERS, t, nameOf)).toBe("Tag is not Tag number 1")
  expect(sentenceOf("tags:in:2|3", FILTERS, t, nameOf)).toBe(
    "Tag is one of Tag number 2, Tag number 3",
  )
})
