// @vitest-environment node
import { expect, test } from "vitest"

import { bytesOf, cellAt, doubled, mappingOf, textTable, withCell } from "./import-table.ts"

const TABLE = textTable("pasted", "Code\tName \nAAA\tOne\nBBB\n")

test("columns go to the field chosen before, then to the one of the same name", () => {
  expect(
    mappingOf(["Code", "Dial code", "Note"], ["code", "dialCode", "name"], { Note: "name" }),
  ).toEqual({ Code: "code", "Dial code": "dialCode", Note: "name" })
  expect(mappingOf(["Colour"], ["code"], {})).toEqual({ Colour: "" })
})

test("two columns for one field are both named, columns left out are not", () => {
  expect(doubled({ a: "name", b: "name", c: "", d: "", e: "code" })).toEqual(["a", "b"])
})

test("a cell is mended by the number that a spreadsheet shows, even where its row is short", async () => {
  const mended = withCell(TABLE, { row: 3, column: "Name", text: "Two, too" })
  expect(cellAt(TABLE, 3, "Name")).toBe("")
  expect(cellAt(mended, 3, "Name")).toBe("Two, too")
  expect(await bytesOf(mended).text()).toBe('Code,Name\r\nAAA,One\r\nBBB,"Two, too"\r\n')
  expect(withCell(TABLE, { row: 9, column: "Name", text: "x" })).toBe(TABLE)
})
