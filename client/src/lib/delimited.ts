/** Tables as text: CSV (RFC 4180), with semicolons as some spreadsheets write it, or with tabs as they are pasted. */

/** Rows of cells; rows without any text are left out. Quotes that are never closed run to the end. */
export function parseTable(text: string): readonly (readonly string[])[] {
  const source = text.replace(/^\u{FEFF}/u, "")
  const mark = delimiterOf(source)
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
  for (let at = 0; at < source.length; at += 1) {
    const letter = source[at] ?? ""
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (source[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (letter === '"' && cell === "") isQuoted = true
    else if (letter === mark) {
      row.push(cell)
      cell = ""
    } else if (letter === "\n") endRow()
    else if (letter !== "\r") cell += letter
  }
  endRow()
  return rows
}

/** The rows as CSV. */
export function tableText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("")
}

function quoted(cell: string): string {
  return /[",\r\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** What the first line is divided by most often. */
function delimiterOf(text: string): string {
  const [line = ""] = text.split("\n", 1)
  const count = (mark: string) => line.split(mark).length
  return ["\t", ";"].reduce((best, mark) => (count(mark) > count(best) ? mark : best), ",")
}
