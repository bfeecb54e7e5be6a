import { expect, test } from "vitest"

import { tableText } from "./delimited.ts"

test("cells with commas, quotes and line ends are quoted", () => {
  const rows = [
    ["a", 'b "c"', ""],
    ["1,5", "line\nend", "x;y\tz"],
  ]
  expect(tableText(rows)).toBe('a,"b ""c""",\r\n"1,5","line\nend",x;y\tz\r\n')
})
