/** The CSV (RFC 4180) that exports write: downloaded, and as rows. */
import { readFile } from "node:fs/promises"

import type { Page } from "@playwright/test"

/** Presses the button of an open menu of exports, and reads the file that comes. */
export async function downloaded(page: Page, format: string | RegExp): Promise<string> {
  const download = page.waitForEvent("download")
  await page.getByRole("button", { name: format }).first().click()
  return await readFile(await (await download).path(), "utf8")
}

/** Rows of cells; rows without any text are left out. Quotes that are never closed run to the end. */
export function parseTable(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ""
  let isQuoted = false
  const endRow = () => {
    row.push(cell)
    cell = ""
    if (row.some((each) => each.trim() !== "")) rows.push(row)
    row = []
  }
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? ""
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (letter === '"' && cell === "") isQuoted = true
    else if (letter === ",") {
      row.push(cell)
      cell = ""
    } else if (letter === "\n") endRow()
    else if (letter !== "\r") cell += letter
  }
  endRow()
  return rows
}
