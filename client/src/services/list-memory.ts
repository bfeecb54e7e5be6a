/**
 * What a list was like when it was left, so that coming back finds it so (ux.md 2): the address, the rows in their order, how far
 * it was scrolled, what was chosen, and the row that had the focus. Only in a browser: what was chosen lives as long as the
 * document, the rest as long as its tab, so that a reload of a record still knows the way back. A sign-out clears it
 * (specification 4).
 */

export interface LeftRow {
  id: string
  /** Address of its record; empty where it has no screen. */
  path: string
}

export interface LeftList {
  /** Path and search. */
  url: string
  /** The rows shown, in their order. */
  rows: readonly LeftRow[]
  /** How far it was scrolled down, in pixels, when it was left. */
  scroll?: number
}

export interface LeftChoice {
  /** Ids of the rows that were chosen. */
  chosen: readonly string[]
  /** Id of the row that had the focus last. */
  row: string | null
}

/** Of each kind of record, the list that was shown last in this document. */
const lists = new Map<string, LeftList>()
/** By the key of the entry in the browser's history. */
const choices = new Map<string, LeftChoice>()

const ENTRIES = 50
const STORAGE = "waybill.list."

export function noteList(noun: string, list: LeftList): void {
  lists.set(noun, list)
  try {
    sessionStorage.setItem(STORAGE + noun, JSON.stringify(list))
  } catch {
    // A full storage forgets the way back when the page is loaded again.
  }
}

/** The list is left, so far down. */
export function noteScroll(noun: string, scroll: number): void {
  const list = lists.get(noun)
  if (list !== undefined) noteList(noun, { ...list, scroll })
}

/** `undefined` while none of this kind was shown in this tab. */
export function leftList(noun: string): LeftList | undefined {
  return lists.get(noun) ?? keptList(noun)
}

/** Whether one of this kind was shown in this document. */
export function wasShownHere(noun: string): boolean {
  return lists.has(noun)
}

export function noteChoice(entry: string, choice: LeftChoice): void {
  choices.delete(entry)
  choices.set(entry, choice)
  const [oldest] = choices.keys()
  if (choices.size > ENTRIES && oldest !== undefined) choices.delete(oldest)
}

export function leftChoice(entry: string): LeftChoice | undefined {
  return choices.get(entry)
}

function keptList(noun: string): LeftList | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORAGE + noun) ?? "null")
    return isList(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

function isList(value: unknown): value is LeftList {
  return (
    typeof value === "object" &&
    value !== null &&
    "url" in value &&
    typeof value.url === "string" &&
    value.url.startsWith("/") &&
    "rows" in value &&
    Array.isArray(value.rows)
  )
}
