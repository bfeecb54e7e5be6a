import { expect, test } from "vitest"

import { MAP_WIDTH, pathOf } from "./map-projection.ts"

/** The widest step from one point of a path to the next. */
function widestStep(path: string): number {
  const across = [...path.matchAll(/[ML](?<x>-?[\d.]+) /gu)].map(({ groups }) =>
    Number(groups?.["x"]),
  )
  return Math.max(...across.slice(1).map((x, index) => Math.abs(x - (across[index] ?? x))))
}

test("an island on the 180th meridian is drawn in one piece", () => {
  const fiji = [
    [178, -17],
    [-179, -16],
    [-179, -17],
    [178, -18],
  ]
  expect(widestStep(pathOf([[fiji]]))).toBeLessThan(10)
})

test("most of a country decides on which side it is drawn", () => {
  const east = [
    [-170, 66],
    [-175, 64],
    [175, 65],
    [100, 70],
    [60, 65],
    [100, 55],
    [175, 66],
  ]
  const path = pathOf([[east]])
  expect(widestStep(path)).toBeLessThan(MAP_WIDTH / 3)
  const [first] = path.slice(1).split(" ")
  expect(Number(first)).toBeGreaterThan(MAP_WIDTH / 2)
})

test("a country on one side is drawn as it is", () => {
  const square = [
    [4, 51],
    [7, 51],
    [7, 53],
  ]
  expect(pathOf([[square]])).toMatch(/^M[\d. L]+Z$/u)
})
