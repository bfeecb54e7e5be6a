/** The table of an import as a person corrects it: its rows as the server has read them, whatever the file was. */
import { tableText } from "#client/lib/delimited.ts"
import type { ImportColumns, Mapping } from "#client/services/imports.ts"

/** A file, or rows that were pasted. */
export interface ImportFile {
  name: string
  file: Blob
}

export interface ImportTable extends ImportFile {
  read: ImportColumns
  /** Something in it was corrected, so that the rows are sent in place of the file. */
  isCorrected: boolean
}

/** What is sent: the file as it came, or its rows at the numbers that they had in it. */
export function bytesOf({ file, read, isCorrected }: ImportTable): Blob {
  if (!isCorrected || read.rows === null) return file
  let next = read.headerRow
  let text = "\r\n".repeat(next - 1)
  for (const { row, cells } of [{ row: next, cells: namesOf(read) }, ...read.rows]) {
    text += "\r\n".repeat(row - next) + tableText([cells])
    next = row + 1
  }
  return new Blob([text], { type: "text/csv" })
}

/** Rows can be corrected here unless the table is too long for it. */
export function isCorrectable({ read }: ImportTable): boolean {
  return read.rows !== null
}

/** The same table with another text in that cell; `row` counts as a spreadsheet does. */
export function withCell(
  table: ImportTable,
  { row, column, text }: { row: number; column: string; text: string },
): ImportTable {
  const at = namesOf(table.read).indexOf(column)
  const rows = table.read.rows?.map((line) =>
    line.row === row ? { row, cells: line.cells.with(at, text) } : line,
  )
  return rows === undefined || at === -1 ? table : corrected(table, rows)
}

/** The same table without that row. */
export function withoutRow(table: ImportTable, row: number): ImportTable {
  const rows = table.read.rows?.filter((line) => line.row !== row)
  return rows === undefined ? table : corrected(table, rows)
}

/** The text of a cell; `undefined` where the table is too long to be corrected. */
export function cellAt({ read }: ImportTable, row: number, column: string): string | undefined {
  const at = namesOf(read).indexOf(column)
  return read.rows?.find((line) => line.row === row)?.cells[at]
}

/** The field that each column is about, as the server has recognised them. */
export function mappingOf({ columns }: ImportColumns): Mapping {
  return Object.fromEntries(
    columns.filter(({ name }) => name !== "").map(({ name, field }) => [name, field]),
  )
}

/** Columns that are about a field that another one is about, too. */
export function doubled(mapping: Mapping): readonly string[] {
  const pairs = Object.entries(mapping).filter(([, field]) => field !== "")
  return pairs
    .filter(([, field]) => pairs.filter(([, other]) => other === field).length > 1)
    .map(([column]) => column)
}

function namesOf({ columns }: ImportColumns): string[] {
  return columns.map(({ name }) => name)
}

function corrected(table: ImportTable, rows: NonNullable<ImportColumns["rows"]>): ImportTable {
  return { ...table, read: { ...table.read, rows, rowCount: rows.length }, isCorrected: true }
}
