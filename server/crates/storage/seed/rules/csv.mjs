/** The rows of a CSV text (RFC 4180) as objects by the names of its first line. */
export function readCsv(text) {
  const [header, ...rows] = lines(text)
  return rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ""])))
}

function lines(text) {
  const rows = []
  let row = []
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy
  for (let match; cells.lastIndex < text.length && (match = cells.exec(text)); ) {
    const [, quoted, bare, end] = match
    row.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end !== ",") rows.push(row), (row = [])
  }
  return rows
}
