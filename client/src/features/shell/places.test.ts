import { expect, test } from "vitest"

import { AREAS, BEGINNINGS, SETTINGS } from "./places.ts"

const all = [...AREAS, ...SETTINGS, ...BEGINNINGS]

test("no place is listed twice, and no two places share a key", () => {
  expect(all.map(({ to }) => to)).toEqual([...new Set(all.map(({ to }) => to))])
  const keys = all.flatMap(({ key }) => key ?? [])
  expect(keys).toEqual([...new Set(keys)])
})
