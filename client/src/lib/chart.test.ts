import { expect, test } from "vitest"

import {
  SLICES,
  keyed,
  labelled,
  largest,
  onCircle,
  scaleOf,
  slicePath,
  slicesOf,
} from "./chart.ts"

test.each([
  [
    [3, 7, 11],
    [0, 5, 10, 15],
  ],
  [
    [0.1, 0.2, 0.3],
    [0, 0.1, 0.2, 0.3],
  ],
  [
    [-20, 40],
    [-20, 0, 20, 40],
  ],
  [[-5], [-6, -4, -2, 0]],
  [
    [1234, 98_765],
    [0, 25_000, 50_000, 75_000, 100_000],
  ],
])("the axis of %j has round ticks that hold zero and every value", (values, ticks) => {
  const scale = scaleOf(values)
  expect(scale.ticks).toEqual(ticks)
  for (const value of values) {
    expect(scale.at(value)).toBeGreaterThanOrEqual(0)
    expect(scale.at(value)).toBeLessThanOrEqual(1)
  }
})

test("an axis without any value, or with nothing but zeros, still has two ends", () => {
  expect(scaleOf([]).ticks).toEqual([0, 1])
  expect(scaleOf([0, 0]).at(0)).toBe(0)
})

test("slices are sorted, fill one turn and put the smallest together", () => {
  const points = Array.from({ length: 10 }, (_, index) => ({ label: `p${index}`, value: index }))
  const slices = slicesOf(points, "Others")
  expect(slices).toHaveLength(SLICES)
  expect(slices[0]).toMatchObject({ label: "p9", from: 0 })
  expect(slices.at(-1)).toMatchObject({ label: "Others", value: 6 })
  expect(slices.reduce((total, { share }) => total + share, 0)).toBeCloseTo(1)
})

test("what is not above zero has no slice, and one alone is the whole circle", () => {
  const slices = slicesOf(
    [
      { label: "a", value: 4 },
      { label: "b", value: 0 },
      { label: "c", value: -2 },
    ],
    "Others",
  )
  expect(slices.map(({ label }) => label)).toEqual(["a"])
  const [only] = slices
  expect(only && slicePath(only, 50)).toBe("M0 -50A50 50 0 1 1 0 50A50 50 0 1 1 0 -50Z")
  expect(slicePath({ from: 0, share: 0.25 }, 10)).toBe("M0 0L0 -10A10 10 0 0 1 10 0Z")
})

test("a circle is walked clockwise from its top", () => {
  expect([0, 0.25, 0.5, 0.75].map((turns) => onCircle(turns, 10))).toEqual([
    [0, -10],
    [10, 0],
    [0, 10],
    [-10, 0],
  ])
})

test("labels are thinned until they have room", () => {
  expect([0, 1, 2, 3, 4].filter(labelled(5, 6))).toEqual([0, 1, 2, 3, 4])
  expect(Array.from({ length: 13 }, (_, index) => index).filter(labelled(13, 6))).toEqual([
    0, 3, 6, 9, 12,
  ])
})

test("points of the same name have keys of their own", () => {
  const twice = { label: "Ada", value: 1 }
  expect(keyed([twice, { label: "Ben", value: 2 }, twice]).map(({ key }) => key)).toEqual([
    "Ada",
    "Ben",
    "Ada #1",
  ])
})

test("the largest values are labelled, the first of equal ones first, and none that is not above zero", () => {
  const points = [3, 0, 7, 7, -2, 5].map((value) => ({ label: String(value), value }))
  expect([...largest(points, 3)]).toEqual([2, 3, 5])
  expect([...largest(points, 9)]).toEqual([2, 3, 5, 0])
})
