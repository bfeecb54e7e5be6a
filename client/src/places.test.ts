import { expect, test } from "vitest"

import { paths } from "#client/paths.ts"

import { AREAS, BEGINNINGS, SETTINGS, open } from "./places.ts"

const all = [...AREAS, ...SETTINGS, ...BEGINNINGS]

test("no place is listed twice, and no two places share a key", () => {
  expect(all.map(({ to }) => to)).toEqual([...new Set(all.map(({ to }) => to))])
  const keys = all.flatMap(({ key }) => key ?? [])
  expect(keys).toEqual([...new Set(keys)])
})

test("the list of companies is a place for super administrators only, whatever the roles grant", () => {
  const permissions = all.flatMap(({ right }) => right ?? [])
  const places = (isSuperAdmin: boolean) =>
    open(all, { permissions, isSuperAdmin }).map(({ to }) => to)
  expect(places(true)).toEqual(all.map(({ to }) => to))
  expect(places(false)).toEqual(places(true).filter((to) => to !== paths.companies({ page: 1 })))
})
