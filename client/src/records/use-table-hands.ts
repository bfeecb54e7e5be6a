/** What a hand does to the head of a list: a press with Shift sorts by one more column, and an edge that is dragged widens one. */
import { useEffect, useRef } from "react"
import type { MouseEvent, PointerEvent, RefObject } from "react"
import { useNavigate } from "react-router"

import type { ListState } from "./list-state.ts"
import { alsoSortedBy } from "./list-state.ts"

const loadResize = () => import("./resize-column.ts")

interface TableHands {
  /** With the order in force. */
  state: ListState
  href: (state: ListState) => string
  onWiden: (widths: Readonly<Record<string, number | null>>) => void
}

export function useTableHands({ state, href, onWiden }: TableHands) {
  const navigate = useNavigate()
  return {
    onClick(event: MouseEvent) {
      const head = headOf(event.target)
      const sort = head?.dataset["sort"]
      if (!event.shiftKey || sort === undefined || edgeOf(event.target) !== null) return
      event.preventDefault()
      void navigate(href(alsoSortedBy(state, sort)), { preventScrollReset: true })
    },
    onPointerEnter: () => void loadResize(),
    onPointerDown(event: PointerEvent) {
      const edge = edgeOf(event.target)
      if (edge === null || event.button !== 0) return
      event.preventDefault()
      const { clientX } = event
      void widen(edge, clientX, onWiden)
    },
    onDoubleClick(event: MouseEvent) {
      const id = headOf(event.target)?.dataset["column"]
      if (edgeOf(event.target) !== null && id !== undefined) onWiden({ [id]: null })
    },
  }
}

/** Columns that stay stand one beside the other: tells the stylesheet where each begins. None do where the text is empty. */
export function usePins(columns: string): RefObject<HTMLTableSectionElement | null> {
  const head = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    const section = head.current
    const table = section?.closest("table")
    if (columns === "" || section === null || table == null) return undefined
    const place = () => {
      let begin = 0
      for (const cell of section.querySelectorAll<HTMLElement>("th[data-pin]")) {
        table.style.setProperty(`--pin-${cell.dataset["pin"] ?? ""}`, `${String(begin)}px`)
        begin += cell.offsetWidth
      }
    }
    place()
    const sizes = new ResizeObserver(place)
    sizes.observe(section)
    return () => sizes.disconnect()
  }, [columns])
  return head
}

async function widen(edge: HTMLElement, start: number, onWiden: TableHands["onWiden"]) {
  const { resizeColumn } = await loadResize()
  const widths = await resizeColumn(edge, start)
  if (widths !== null) onWiden(widths)
}

function headOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("th[data-column]") : null
}

function edgeOf(target: EventTarget): HTMLElement | null {
  return target instanceof HTMLElement && target.matches(".rc-edge") ? target : null
}
