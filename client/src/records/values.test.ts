import { expect, test } from "vitest"

import type { FieldSpec } from "./fields.ts"
import {
  changedNames,
  isSame,
  merge,
  movedPath,
  patchOf,
  pathOfPointer,
  valueAt,
  withValue,
} from "./values.ts"

const text = (name: string): FieldSpec => ({ kind: "text", name, label: name, max: 10 })
const FIELDS = ["name", "city", "address.city", "emails"].map(text)

test("a value is read and written by its path, and nothing else moves", () => {
  const values = { name: "A", address: { city: "B", lines: ["C"] } }
  expect(valueAt(values, "address.city")).toBe("B")
  expect(valueAt(values, "address.lines.0")).toBe("C")
  expect(valueAt({ address: null }, "address.city")).toBeUndefined()
  expect(withValue({ address: null }, "address.city", "X")).toEqual({ address: { city: "X" } })
  expect(withValue(values, "address.city", "X")).toEqual({
    name: "A",
    address: { city: "X", lines: ["C"] },
  })
  expect(values.address.city).toBe("B")
})

test.each([
  ["", null],
  [undefined, ""],
  [{ a: "", b: 1 }, { b: 1 }],
  [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ],
])("%j and %j are the same in a form", (one, other) => {
  expect(isSame(one, other)).toBe(true)
})

test("an empty list, false and zero are values", () => {
  expect([isSame([], ["a"]), isSame(false, null), isSame(0, null)]).toEqual([false, false, false])
})

test("a change of a part sends the whole of its outermost field", () => {
  const before = { name: "A", address: { city: "B", postal: "1" } }
  const after = { name: "A", address: { city: "X", postal: "1" } }
  const names = changedNames(FIELDS, before, after)
  expect(names).toEqual(["address.city"])
  expect(patchOf(names, after)).toEqual({ address: { city: "X", postal: "1" } })
})

test("changes of separate fields are joined, those of the same field are a conflict unless they agree", () => {
  const base = { name: "A", city: "B", address: { city: "C" }, version: 1 }
  const theirs = { name: "A2", city: "B2", address: { city: "C" }, version: 2 }
  const joined = merge(FIELDS, { base, mine: { ...base, address: { city: "C9" } }, theirs })
  expect(joined).toEqual({ values: { ...theirs, address: { city: "C9" } }, conflicts: [] })
  expect(merge(FIELDS, { base, mine: { ...base, name: "A2" }, theirs }).conflicts).toEqual([])
  expect(merge(FIELDS, { base, mine: { ...base, name: "A9" }, theirs }).conflicts).toEqual(["name"])
})

test("whatever two people change, no field loses both", () => {
  const words = ["a", "b", "c"]
  for (const mine of words) {
    for (const theirs of words) {
      const result = merge(FIELDS, {
        base: { name: "a" },
        mine: { name: mine },
        theirs: { name: theirs },
      })
      const expected = mine === "a" ? theirs : mine
      expect(result.values["name"]).toBe(expected)
      expect(result.conflicts.length > 0).toBe(mine !== "a" && theirs !== "a" && mine !== theirs)
    }
  }
})

test("a pointer names the path of its field", () => {
  expect(pathOfPointer("/emails/0/address")).toBe("emails.0.address")
  expect(pathOfPointer("/a~1b")).toBe("a/b")
})

test("a fault moves with its thing, and goes with it", () => {
  const [one, two] = [{ address: "a" }, { address: "b" }]
  const before = { emails: [one, two], name: "x" }
  expect(movedPath("emails.1.address", before, { emails: [two], name: "x" })).toBe(
    "emails.0.address",
  )
  expect(movedPath("emails.0.address", before, { emails: [two], name: "x" })).toBeNull()
  const edited = { emails: [{ address: "c" }, two], name: "x" }
  expect(movedPath("emails.0.address", before, edited)).toBe("emails.0.address")
  expect(movedPath("name", before, edited)).toBe("name")
  expect(movedPath("emails", before, { emails: [], name: "x" })).toBe("emails")
})
