import { expect, test } from "vitest"

import { EMPTY, count, treeOf, wireOf } from "./filter-tree.ts"

const kind = { field: "kind", op: "eq", value: "person" }
const recent = { field: "createdAt", op: "ge", value: "-7d" }
const filled = { field: "notes", op: "filled" }

test.each([
  [{ all: [kind, recent] }],
  [{ any: [kind, { all: [recent, filled] }] }],
  [{ not: { any: [kind] } }],
  [{ all: [{ not: { any: [kind, recent] } }, filled] }],
])("%j is read and written the same", (wire) => {
  expect(wireOf(treeOf(wire))).toEqual(wire)
})

test("a single condition becomes a group of one, the opposite of all a group of none", () => {
  expect(wireOf(treeOf(kind))).toEqual({ all: [kind] })
  expect(wireOf(treeOf({ not: kind }))).toEqual({ not: { any: [kind] } })
  expect(wireOf(treeOf({ not: { all: [kind, recent] } }))).toEqual({
    not: { any: [{ all: [kind, recent] }] },
  })
})

test("what holds no condition is no filter", () => {
  expect(treeOf(null)).toEqual(EMPTY)
  expect(treeOf("nonsense")).toEqual(EMPTY)
  expect(wireOf({ ...EMPTY, parts: [EMPTY, { ...EMPTY, mode: "none" }] })).toBeNull()
})

test("conditions are counted in all groups, and those that compare with nothing have no value", () => {
  expect(count(treeOf({ any: [kind, { all: [recent, filled] }] }))).toBe(3)
  const changed = { kind: "condition", field: "notes", op: "empty", value: "left over" } as const
  expect(wireOf({ ...EMPTY, parts: [changed] })).toEqual({ all: [{ field: "notes", op: "empty" }] })
})
