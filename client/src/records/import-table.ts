/**
 * A table that is to be imported: read here where it is text, so that its cells can be mended; as it came where it is a
 * spreadsheet, which the server reads.
 */
import { parseTable, tableText } from "#client/lib/delimited.ts"
import type { Mapping } from "#client/services/imports.ts"

export interface ImportTable {
  name: string
  /** Names of the columns; of a spreadsheet those that the server has asked about. */
  columns: readonly string[]
  /** Absent where the server alone can read it. */
  rows?: readonly (readonly string[])[]
  file?: Blob
}

/** A file of a spreadsheet program, or text. */
export async function readTable(file: File): Promise<ImportTable> {
  if (/\.xlsx$/iu.test(file.name)) return { name: file.name, columns: [], file }
  return textTable(file.name, decoded(await file.arrayBuffer()))
}

/** Text with a first row that names the columns. */
export function textTable(name: string, text: string): ImportTable {
  const [head = [], ...rows] = parseTable(text)
  return { name, columns: head.map((column) => column.trim()), rows }
}

/** What is sent. */
export function bytesOf({ columns, rows, file }: ImportTable): Blob {
  return file ?? new Blob([tableText([columns, ...(rows ?? [])])], { type: "text/csv" })
}

/** The same table with another text in that cell; `row` counts as a spreadsheet does, the head is row 1. */
export function withCell(
  table: ImportTable,
  { row, column, text }: { row: number; column: string; text: string },
): ImportTable {
  const at = table.columns.indexOf(column)
  const old = table.rows?.[row - 2]
  if (table.rows === undefined || old === undefined || at === -1) return table
  const cells = Array.from({ length: Math.max(old.length, at + 1) }, (_, index) => old[index] ?? "")
  return { ...table, rows: table.rows.with(row - 2, cells.with(at, text)) }
}

/** The text of a cell; `undefined` where the table is not read here. */
export function cellAt(table: ImportTable, row: number, column: string): string | undefined {
  const at = table.columns.indexOf(column)
  return at === -1 || table.rows === undefined ? undefined : (table.rows[row - 2]?.[at] ?? "")
}

/** The field that each column stands for: the one chosen before, the one of the same name, or none. */
export function mappingOf(
  columns: readonly string[],
  fields: readonly string[],
  kept: Mapping,
): Mapping {
  return Object.fromEntries(
    columns.map((column) => [column, kept[column] ?? likely(column, fields) ?? ""]),
  )
}

/** Columns that stand for a field that another one stands for, too. */
export function doubled(mapping: Mapping): readonly string[] {
  const pairs = Object.entries(mapping).filter(([, field]) => field !== "")
  return pairs
    .filter(([, field]) => pairs.filter(([, other]) => other === field).length > 1)
    .map(([column]) => column)
}

function likely(column: string, fields: readonly string[]): string | undefined {
  return fields.find((field) => plain(field) === plain(column))
}

/** Without case and what people put between words. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/gu, "")
}

/** UTF-8, or what spreadsheets of western Europe write. */
function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}
