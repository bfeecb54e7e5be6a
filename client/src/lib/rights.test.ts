import { expect, test } from "vitest"

import {
  type RolePermission,
  changesBetween,
  closed,
  grantsOf,
  permissionsOf,
  reasonsFor,
} from "./rights.ts"

const grants = (...permissions: RolePermission[]) => grantsOf(permissions)

test("an action brings along what the server adds to it", () => {
  const all = closed(grants({ resource: "contact", actions: ["import"], scope: "office" }))
  expect(Object.fromEntries(all)).toEqual({
    "contact:view": "office",
    "contact:create": "office",
    "contact:edit": "office",
    "contact:import": "office",
  })
  expect([...closed(grants({ resource: "mail", actions: ["send"], scope: "own" })).keys()]).toEqual(
    ["mail:send", "mail:view", "mail:create"],
  )
})

test("of two scopes the wider one counts, also of what is implied", () => {
  const all = closed(
    grants(
      { resource: "file", actions: ["view"], scope: "company" },
      { resource: "file", actions: ["edit"], scope: "own" },
    ),
  )
  expect(Object.fromEntries(all)).toEqual({ "file:view": "company", "file:edit": "own" })
})

test("a role is written with one entry for each resource and scope", () => {
  const role: RolePermission[] = [
    { resource: "file", actions: ["view", "export"], scope: "company" },
    { resource: "file", actions: ["edit"], scope: "own" },
    { resource: "audit", actions: ["view"], scope: "company" },
  ]
  expect(permissionsOf(grantsOf(role))).toEqual(role)
})

test("a right that others bring along names them", () => {
  const given = grants({ resource: "user", actions: ["suspend", "delete", "import"], scope: "own" })
  expect(reasonsFor(given, "user", "edit")).toEqual(["delete", "import"])
  expect(reasonsFor(given, "user", "view")).toEqual(["suspend", "delete", "import"])
  expect(reasonsFor(given, "user", "delete")).toEqual([])
})

test("the difference holds what is implied, and nothing that stays", () => {
  const before = grants({ resource: "group", actions: ["view", "edit"], scope: "office" })
  const after = grants({ resource: "group", actions: ["delete"], scope: "company" })
  expect(changesBetween(before, after)).toEqual([
    { resource: "group", action: "view", before: "office", after: "company" },
    { resource: "group", action: "edit", before: "office", after: "company" },
    { resource: "group", action: "delete", before: undefined, after: "company" },
  ])
  expect(changesBetween(after, closed(after))).toEqual([])
})
