import { expect, test } from "vitest"

import { ACTIONS, RESOURCES, grantsOf } from "#client/lib/rights.ts"

import {
  COLUMNS,
  PARTS,
  furtherActions,
  giverOf,
  lockOf,
  rowScoped,
  scopeOfRow,
  scopesOfRow,
  toggled,
} from "./matrix-model.ts"

const none = grantsOf([])
const office = grantsOf([{ resource: "contact", actions: ["delete"], scope: "office" }])
const giver = giverOf(
  [
    { permission: "contact:view", scope: "company" },
    { permission: "contact:edit", scope: "office" },
  ],
  [{ code: "workspace", resources: ["contact", "audit"] }],
  ["workspace"],
)
const state = { chosen: none, saved: none, giver, readOnly: false }

test("every resource has its place in the table, every action its box", () => {
  expect(PARTS.flatMap(({ resources }) => resources).toSorted()).toEqual(RESOURCES.toSorted())
  for (const resource of RESOURCES) {
    const boxes = [
      ...COLUMNS.filter((it) => ACTIONS[resource].includes(it)),
      ...furtherActions(resource),
    ]
    expect(boxes.toSorted()).toEqual(ACTIONS[resource].toSorted())
  }
})

test("what others bring along stays, and says which", () => {
  const place = { resource: "contact", scope: "office" } as const
  const some = { ...state, chosen: office }
  expect(lockOf(some, { ...place, action: "edit" })).toEqual({ why: "implied", by: ["delete"] })
  expect(lockOf(some, { ...place, action: "delete" })).toBeNull()
})

test("nobody gives what they lack, or further than they have it", () => {
  const edit = { resource: "contact", action: "edit" } as const
  expect(lockOf(state, { ...edit, scope: "office" })).toBeNull()
  expect(lockOf(state, { ...edit, scope: "company" })).toEqual({ why: "beyond" })
  expect(lockOf(state, { resource: "audit", action: "view", scope: "own" })).toEqual({
    why: "beyond",
  })
})

test("what no product opens can be given by anybody, and what is saved can be given back", () => {
  const place = { resource: "file", action: "view", scope: "company" } as const
  expect(lockOf(state, place)).toBeNull()
  const had = {
    ...state,
    saved: grantsOf([{ resource: "audit", actions: ["export"], scope: "company" }]),
  }
  expect(lockOf(had, { resource: "audit", action: "view", scope: "company" })).toBeNull()
})

test("what is ticked can be taken away by whoever lacks it", () => {
  const chosen = grantsOf([{ resource: "audit", actions: ["export"], scope: "company" }])
  expect(
    lockOf({ ...state, chosen }, { resource: "audit", action: "export", scope: "company" }),
  ).toBeNull()
})

test("a row reaches as far as its rights do, and no further than may be given", () => {
  expect(scopeOfRow(none, "contact")).toBeUndefined()
  expect(scopeOfRow(office, "contact")).toBe("office")
  const mixed = toggled(office, "contact:view", "company")
  expect(scopeOfRow(mixed, "contact")).toBeNull()
  expect(scopeOfRow(rowScoped(mixed, "contact", "own"), "contact")).toBe("own")
  const editing = grantsOf([{ resource: "contact", actions: ["edit"], scope: "office" }])
  expect(scopesOfRow({ ...state, chosen: editing }, "contact")).toEqual(["own", "office"])
})
