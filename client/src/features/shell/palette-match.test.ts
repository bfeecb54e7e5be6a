import { expect, test } from "vitest"

import { isCodeLike } from "./palette-match.ts"

test.each([
  ["NLRTM", true],
  ["USD", true],
  ["ada@harbour.example", true],
  ["IS-12", true],
  ["users", false],
  ["Rotterdam", false],
])("%s reads as a code: %s", (typed, is) => {
  expect(isCodeLike(typed)).toBe(is)
})
