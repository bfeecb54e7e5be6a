/**
 * What a list was like when it was left, so that coming back finds it so (ux.md 2): the address, the rows in their order, what
 * was chosen, and the row that had the focus. It lives as long as the document, and only in a browser.
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
}

export interface LeftChoice {
  /** Ids of the rows that were chosen. */
  chosen: readonly string[]
  /** Id of the row that had the focus last. */
  row: string | null
}

/** Of each kind of record, the list that was shown last. */
const lists = new Map<string, LeftList>()
/** By the key of the entry in the browser's history. */
const choices = new Map<string, LeftChoice>()

const ENTRIES = 50

export function noteList(noun: string, list: LeftList): void {
  lists.set(noun, list)
}

/** `undefined` while none of this kind was shown in this document. */
export function leftList(noun: string): LeftList | undefined {
  return lists.get(noun)
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
