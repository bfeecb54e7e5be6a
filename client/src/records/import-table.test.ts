// @vitest-environment node
import { expect, test } from "vitest"

import type { ImportTable } from "./import-table.ts"
import { bytesOf, cellAt, doubled, mappingOf, withCell, withoutRow } from "./import-table.ts"

const TABLE: ImportTable = {
  name: "people.csv",
  file: new Blob(["as it came"]),
  isCorrected: false,
  read: {
    headerRow: 3,
    rowCount: 2,
    columns: [
      { name: "Code", field: "code", by: "name", samples: ["AAA"] },
      { name: "Note", field: "", by: "none", samples: ["One"] },
    ],
    fields: [],
    rows: [
      { row: 4, cells: ["AAA", "One"] },
      { row: 6, cells: ["BBB", ""] },
    ],
  },
}

test("a file is sent as it came until it is corrected", async () => {
  expect(await bytesOf(TABLE).text()).toBe("as it came")
})

test("corrected rows keep the numbers of the file", async () => {
  const corrected = withCell(TABLE, { row: 6, column: "Note", text: "Two, too" })
  expect(cellAt(TABLE, 6, "Note")).toBe("")
  expect(cellAt(corrected, 6, "Note")).toBe("Two, too")
  expect(await bytesOf(corrected).text()).toBe(
    '\r\n\r\nCode,Note\r\nAAA,One\r\n\r\nBBB,"Two, too"\r\n',
  )
  expect(withCell(TABLE, { row: 6, column: "Colour", text: "x" })).toBe(TABLE)
})

test("a skipped row leaves a gap", async () => {
  const shorter = withoutRow(TABLE, 4)
  expect(shorter.read.rowCount).toBe(1)
  expect(await bytesOf(shorter).text()).toBe("\r\n\r\nCode,Note\r\n\r\n\r\nBBB,\r\n")
})

test("every named column has a field or is skipped", () => {
  expect(mappingOf(TABLE.read)).toEqual({ Code: "code", Note: "" })
})

test("two columns for one field are both named", () => {
  expect(doubled({ a: "name", b: "name", c: "", d: "", e: "code" })).toEqual(["a", "b"])
})
