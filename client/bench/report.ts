/** The table at the end: the medians of several loads, the aims beside them. */

/** A column: what it is called, and what is aimed at, if something is. */
export interface Column {
  name: string
  aim?: number
  digits?: number
}

/** The middle one; of an even number the later of the two. */
export function median(numbers: readonly number[]): number {
  const ordered = numbers.toSorted((one, other) => one - other)
  return ordered[Math.floor(ordered.length / 2)] ?? Number.NaN
}

/** Rows of figures under their columns; what misses its aim is marked. */
export function table(
  title: string,
  columns: readonly Column[],
  rows: readonly (readonly [name: string, figures: readonly number[]])[],
): string {
  const head = [title, ...columns.map(({ name }) => name)]
  const aims = ["aim", ...columns.map(({ aim }) => (aim === undefined ? "" : `≤ ${aim}`))]
  const body = rows.map(([name, figures]) => [
    name,
    ...figures.map((figure, at) => {
      const { aim = Number.POSITIVE_INFINITY, digits = 0 } = columns[at] ?? { name: "" }
      return Number.isNaN(figure) ? "–" : `${figure.toFixed(digits)}${figure <= aim ? " " : "!"}`
    }),
  ])
  const lines = [head, aims, ...body]
  const widths = head.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  const written = lines.map((line) =>
    line
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  "),
  )
  return written.join("\n")
}
