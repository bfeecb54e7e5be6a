import { expect, test } from "vitest"

import { isNothing, pathText, piecesOf } from "./change.ts"

test.each([
  ["a b c", "a x c", "a |-b |+x |c"],
  ["", "new", "+new"],
  ["old", "", "-old"],
  ["one two", "one two three", "one |-two|+two three"],
  ["a a", "a a a", "a |+a |a"],
  ["same", "same", "same"],
])("'%s' to '%s' is %s", (before, after, drawn) => {
  const mark = { same: "", gone: "-", new: "+" }
  const pieces = piecesOf(before, after)
  expect(pieces.map(({ kind, text }) => mark[kind] + text).join("|")).toBe(drawn)
  const without = (kind: "gone" | "new") =>
    pieces
      .filter((piece) => piece.kind !== kind)
      .map(({ text }) => text)
      .join("")
  expect(without("new")).toBe(before)
  expect(without("gone")).toBe(after)
})

test.each([null, undefined, "", [], {}, { city: "", lines: [] }])("%j says nothing", (value) => {
  expect(isNothing(value)).toBe(true)
})

test.each([0, false, " ", [0], { city: "Rotterdam" }])("%j says something", (value) => {
  expect(isNothing(value)).toBe(false)
})

test.each([
  ["/name", "Name"],
  ["/address/city", "Address › City"],
  ["/emailId", "Email id"],
  ["/lines/0", "Lines › 1"],
  ["short_name", "Short name"],
  ["address.postal", "Address › Postal"],
  ["", ""],
])("the path %s reads %s", (path, text) => {
  expect(pathText(path)).toBe(text)
})
