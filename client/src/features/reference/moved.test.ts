import { expect, test } from "vitest"

import { moved } from "./moved.ts"

const ITEMS = ["a", "b", "c"]

test.each([
  [0, 2, "bca"],
  [2, 0, "cab"],
  [1, 2, "acb"],
])("the item at %i goes to %i", (from, to, expected) => {
  expect(moved(ITEMS, from, to).join("")).toBe(expected)
})

test.each([
  [0, -1],
  [2, 3],
  [1, 1],
  [7, 0],
])("from %i to %i nothing is moved", (from, to) => {
  expect(moved(ITEMS, from, to)).toBe(ITEMS)
})
