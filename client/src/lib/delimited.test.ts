import { expect, test } from "vitest"

import { parseTable, tableText } from "./delimited.ts"

test.each([
  ["commas", "a,b\n1,2\n"],
  ["semicolons", "a;b\r\n1;2\r\n"],
  ["tabs, as a spreadsheet pastes", "a\tb\n1\t2"],
  ["a byte order mark and empty lines", "\u{FEFF}a,b\n\n1,2\n,\n"],
])("a table with %s has its rows and cells", (_, text) => {
  expect(parseTable(text)).toEqual([
    ["a", "b"],
    ["1", "2"],
  ])
})

test("quoted cells hold delimiters, quotes and line ends", () => {
  expect(parseTable('name,note\n"Quay, north","says ""open""\nuntil six"\n')).toEqual([
    ["name", "note"],
    ["Quay, north", 'says "open"\nuntil six'],
  ])
})

test("what is written is read back", () => {
  const rows = [
    ["a", 'b "c"', ""],
    ["1,5", "line\nend", "x;y\tz"],
  ]
  expect(parseTable(tableText(rows))).toEqual(rows)
})
