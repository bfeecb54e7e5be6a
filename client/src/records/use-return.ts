/** Who comes back to a list finds it as it was left: what was chosen, and the focus on the row that it was on. */
import { useEffect, useRef, useState } from "react"
import { useLocation } from "react-router"

import { leftChoice, leftList, noteChoice, noteList } from "#client/services/list-memory.ts"

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
  const [wasShown] = useState(() => leftList(noun.id) !== undefined)
  useEffect(() => {
    if (rows.length > 0) noteList(noun.id, { url, rows: leftRows(noun, rows) })
  }, [noun, url, rows])

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

  const left = useRef(wasShown ? rowLeft(key, state) : null)
  useEffect(() => {
    const row = left.current
    if (row === null) return undefined
    left.current = null
    // After the new screen has had its focus on the heading.
    const frame = requestAnimationFrame(() => focusRow(row))
    return () => cancelAnimationFrame(frame)
  }, [])
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
