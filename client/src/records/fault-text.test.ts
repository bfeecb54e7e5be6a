import { expect, test } from "vitest"

import { translate } from "#client/lib/words.ts"
import type { Say } from "#client/ui/text.tsx"

import { namedFaults } from "./fault-text.ts"
import type { FieldSpec } from "./fields.ts"

const FIELDS: readonly FieldSpec[] = [
  { kind: "text", name: "displayName", label: "Display name", max: 9 },
  {
    kind: "list",
    name: "emails",
    label: "E-mail addresses",
    max: 9,
    add: "",
    blank: {},
    of: [
      { kind: "text", name: "address", label: "Address", max: 9 },
      { kind: "flag", name: "primary", label: "Primary" },
    ],
  },
]
const t: Say = Object.assign(
  (text: string, values?: Record<string, string | number>) =>
    translate({ locale: "en", entries: {} }, text, values),
  { count: () => "", countNodes: () => "", nodes: () => "", phrase: () => "" },
)

test("faults are named in the order of the form", () => {
  const faults = { "emails.1.address": "Wrong.", displayName: "Missing." }
  expect(namedFaults(FIELDS, faults, t)).toEqual([
    { name: "displayName", text: "Display name: Missing." },
    { name: "emails.1.address", text: "E-mail addresses 2, Address: Wrong." },
  ])
})

test("a fault of a whole part leads to its first field", () => {
  expect(namedFaults(FIELDS, { "emails.0": "There already." }, t)).toEqual([
    { name: "emails.0.address", text: "E-mail addresses 1: There already." },
  ])
})

test("a fault of no field of the form is said alone", () => {
  expect(namedFaults(FIELDS, { "taxIds.0.no": "Wrong." }, t)).toEqual([{ text: "Wrong." }])
})
