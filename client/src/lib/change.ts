/** What changed in a value, in pieces that can be drawn: the same before and after, gone, new. */

export interface Piece {
  kind: "same" | "gone" | "new"
  text: string
}

/**
 * The pieces of two texts, word by word: what they begin and end with is the same, the middle is gone and new.
 *
 * Good enough for one edit, which is what a change of a field nearly always is; whatever differs is never called the same.
 */
export function piecesOf(before: string, after: string): Piece[] {
  const from = words(before)
  const to = words(after)
  const shorter = Math.min(from.length, to.length)
  let head = 0
  while (head < shorter && from[head] === to[head]) head += 1
  let tail = 0
  while (tail < shorter - head && from.at(-1 - tail) === to.at(-1 - tail)) tail += 1
  const pieces: Piece[] = [
    { kind: "same", text: from.slice(0, head).join("") },
    { kind: "gone", text: from.slice(head, from.length - tail).join("") },
    { kind: "new", text: to.slice(head, to.length - tail).join("") },
    { kind: "same", text: from.slice(from.length - tail).join("") },
  ]
  return pieces.filter(({ text }) => text !== "")
}

/** Words with the white space behind them. */
function words(text: string): readonly string[] {
  return text.match(/\s+|[^\s]+\s*/gu) ?? []
}

/** Whether a value says nothing. */
export function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === "object" && Object.values(value).every(isNothing)
}

/** `/address/city` as "Address › City", `/roleIds/0` as "Role ids › 1"; a whole record has no path. */
export function pathText(path: string): string {
  return path
    .split(/[/.]/u)
    .filter((step) => step !== "")
    .map((step) => (/^\d+$/u.test(step) ? String(Number(step) + 1) : spaced(step)))
    .join(" › ")
}

function spaced(name: string): string {
  const text = name
    .replaceAll("~1", "/")
    .replaceAll("~0", "~")
    .replaceAll(/[_-]+/gu, " ")
    .replaceAll(/(?<=[a-z\d])([A-Z])/gu, " $1")
    .toLowerCase()
    .trim()
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
