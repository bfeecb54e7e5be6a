import { afterEach, expect, test } from "vitest"

import { favouritesOf, toggleFavourite } from "./favourites.ts"

afterEach(() => localStorage.clear())

test("a screen is kept for the user who wants it, until it is taken out again", () => {
  const port = { path: "/settings/oceanport/1", label: "Rotterdam" }
  const list = { path: "/contacts?page=1&sort=-name", label: "Contacts" }
  expect([toggleFavourite("u1", port), toggleFavourite("u1", list)]).toEqual([true, true])
  expect(favouritesOf("u1")).toEqual([port, list])
  expect(favouritesOf("u2")).toEqual([])
  expect(toggleFavourite("u1", port)).toBe(false)
  expect(favouritesOf("u1")).toEqual([list])
})
