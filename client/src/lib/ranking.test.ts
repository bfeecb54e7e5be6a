import { expect, test } from "vitest"

import { rank, ranked } from "./ranking.ts"

test("the beginning of the text is best, then that of a word, then any place", () => {
  const list = ["Sign out", "Countries", "Roles", "Controls"]
  expect(ranked(list, (each) => each, "o")).toEqual(["Sign out", "Countries", "Roles", "Controls"])
  expect(ranked(list, (each) => each, "co")).toEqual(["Countries", "Controls"])
  expect(ranked(["About roles", "Roles", "Controls"], (each) => each, "rol")).toEqual([
    "Roles",
    "About roles",
    "Controls",
  ])
})

test("every word has to be found; accents and order do not matter", () => {
  expect(rank("Países y monedas", "mone pais")).not.toBeNull()
  expect(rank("Sign out", "sign in")).toBeNull()
})
