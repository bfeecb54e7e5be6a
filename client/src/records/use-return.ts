/** Who comes back to a list finds it as it was left: what was chosen, and the focus on the row that it was on. */
import { useEffect, useLayoutEffect, useRef, useState } from "react"
import { NavigationType, useLocation, useNavigationType } from "react-router"

import {
  leftChoice,
  leftList,
  noteChoice,
  noteList,
  noteScroll,
  wasShownHere,
} from "#client/services/list-memory.ts"

import type { Noun, Recorded } from "./noun.ts"
import type { Selection } from "./use-selection.ts"
import { leftRows } from "./way-back.ts"

interface Returning<Row extends Recorded> {
  noun: Noun<Row>
  /** Path and search of the list. */
  url: string
  rows: readonly Row[]
  selection: Selection
}

export function useReturn<Row extends Recorded>(props: Returning<Row>): void {
  const { noun, url, rows, selection } = props
  const { key, state } = useLocation()
  const focused = useRef<string | null>(null)
  const isBack = useNavigationType() === NavigationType.Pop
  // An address that is loaded again remembers how it was come to, but nobody came back.
  const [left] = useState<Left | null>(() => {
    const row = rowLeft(key, state)
    const isKnown = isBack ? wasShownHere(noun.id) : row !== null
    return isKnown && row !== null
      ? { row, scroll: isBack ? undefined : scrollOf(noun, url) }
      : null
  })
  const { id: kind } = noun
  useEffect(() => {
    if (rows.length > 0) noteList(noun.id, { url, rows: leftRows(noun, rows) })
  }, [noun, url, rows])
  // Before the next screen begins at its top.
  useLayoutEffect(() => () => noteScroll(kind, window.scrollY), [kind])

  const { ids: chosen } = selection
  useEffect(() => {
    noteChoice(key, { chosen: [...chosen], row: focused.current })
  }, [key, chosen])
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>("tr[data-record]") : null
      if (row === null) return
      focused.current = row.dataset["record"] ?? null
      noteChoice(key, { chosen: leftChoice(key)?.chosen ?? [], row: focused.current })
    }
    document.addEventListener("focusin", note)
    return () => document.removeEventListener("focusin", note)
  }, [key])

  const isOver = useRef(false)
  const hasRows = rows.length > 0
  useEffect(() => {
    if (left === null || !hasRows || isOver.current) return undefined
    // After the new screen has had its focus on the heading.
    const frame = requestAnimationFrame(() => {
      isOver.current = true
      // The browser's own way back remembers by itself.
      if (left.scroll !== undefined) window.scrollTo(0, left.scroll)
      focusRow(left.row)
    })
    return () => cancelAnimationFrame(frame)
  }, [left, hasRows])
}

/** Where a list was left. */
interface Left {
  row: string
  scroll: number | undefined
}

/** How far the list of this address was scrolled down. */
function scrollOf<Row extends Recorded>({ id }: Noun<Row>, url: string): number | undefined {
  const list = leftList(id)
  return list?.url === url ? list.scroll : undefined
}

/** What is chosen where a list begins. */
export function chosenBefore(entry: string): ReadonlySet<string> {
  return new Set(leftChoice(entry)?.chosen)
}

/** Moves the focus to the link of a row. */
export function focusRow(id: string): void {
  const row = document.querySelector(`tr[data-record="${CSS.escape(id)}"]`)
  const named = row?.querySelector<HTMLElement>("th a, th button")
  const target = named ?? row?.querySelector<HTMLElement>("input")
  target?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: "nearest" })
}

/** The row of the entry that is come back to, or the one that a record says it was left from. */
function rowLeft(key: string, state: unknown): string | null {
  if (typeof state === "object" && state !== null && "row" in state) return String(state.row)
  return leftChoice(key)?.row ?? null
}
