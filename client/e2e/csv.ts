/** The CSV (RFC 4180) that exports write, as rows. */

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
