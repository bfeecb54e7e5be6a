import { expect, test } from "vitest"

import type { AsOf } from "#client/services/records.ts"

import { differingCount, fieldsThen, momentIn, otherDifferences, valuesThen } from "./as-of.ts"
import type { Section } from "./fields.ts"

const SECTION: Section = {
  id: "who",
  title: "Details",
  fields: [
    { kind: "text", name: "name", label: "Name", max: 10 },
    { kind: "text", name: "address.city", label: "City", max: 10 },
    { kind: "text", name: "address.country", label: "Country", max: 2 },
    { kind: "long", name: "notes", label: "Notes", max: 10 },
    { kind: "text", name: "code", label: "Code", max: 10 },
    { kind: "text", name: "computed", label: "Computed", max: 10 },
    { kind: "text", name: "first", label: "First", max: 10, when: ({ name }) => name === "B" },
  ],
}

const TODAY = {
  name: "B",
  address: { city: "Breda", country: "NL" },
  notes: "now",
  code: "X",
  computed: "5",
  first: "Ann",
}

const TOLD: AsOf = {
  at: "2026-11-20T11:00:00Z",
  createdAt: "2026-11-19T11:00:00Z",
  fields: { name: "A", address: { city: "Ghent", country: "NL" }, first: "Ann", state: "new" },
  isDeleted: false,
  unknown: [{ path: "/notes", why: "secret" }],
  differences: [
    { path: "/name", was: "A", now: "B" },
    { path: "/address/city", was: "Ghent", now: "Breda" },
    { path: "/code", was: null, now: "X" },
    { path: "/state", was: "new", now: "done" },
  ],
  version: 3,
  last: null,
}

test("an address asks for a moment, or for none", () => {
  expect(momentIn("/contacts/1?at=2026-11-20T11%3A00%3A00Z")).toBe("2026-11-20T11:00:00Z")
  expect([momentIn("/contacts/1"), momentIn("/contacts/1?at="), momentIn("/c?edit")]).toEqual([
    null,
    null,
    null,
  ])
})

test("each field says what differs and what is unknown, and computed ones say nothing", () => {
  const then = valuesThen(TOLD, TODAY)
  expect(then).toMatchObject({ name: "A", address: { city: "Ghent" }, notes: null, code: null })
  const told = fieldsThen(SECTION, TOLD, then).map(
    ({ field, unknown, differs }) => `${field.name} ${String(unknown)} ${String(differs)}`,
  )
  expect(told).toEqual([
    "name null true",
    "address.city null true",
    "address.country null false",
    "notes secret false",
    "code null true",
  ])
  expect(otherDifferences([SECTION], TOLD).map(({ path }) => path)).toEqual(["/state"])
  expect(differingCount([SECTION], TOLD, then)).toBe(4)
})
