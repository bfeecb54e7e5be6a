/** Which rows are chosen. Pages come and go; what is chosen stays until the list is left. */
import { useRef, useState } from "react"

export interface Selection {
  ids: ReadonlySet<string>
  /** `range` also takes all between this row and the one that was chosen before it. */
  toggle: (id: string, range?: readonly string[]) => void
  /** All of them, or none if all were. */
  togglePage: (ids: readonly string[]) => void
  set: (ids: readonly string[]) => void
  clear: () => void
}

/** `before` is what is chosen at first. */
export function useSelection(before: () => ReadonlySet<string>): Selection {
  const [ids, setIds] = useState(before)
  const last = useRef<string | null>(null)
  return {
    ids,
    toggle(id, range) {
      const from = range === undefined || last.current === null ? -1 : range.indexOf(last.current)
      const to = range?.indexOf(id) ?? -1
      const reached =
        range === undefined || from < 0
          ? [id]
          : range.slice(Math.min(from, to), Math.max(from, to) + 1)
      last.current = id
      setIds((old) => chosenToo(old, reached, from < 0 ? !old.has(id) : true))
    },
    togglePage(page) {
      setIds((old) => chosenToo(old, page, !page.every((id) => old.has(id))))
    },
    set: (chosen) => setIds(new Set(chosen)),
    clear: () => setIds(NONE),
  }
}

const NONE: ReadonlySet<string> = new Set()

function chosenToo(old: ReadonlySet<string>, ids: readonly string[], chosen: boolean) {
  const next = new Set(old)
  for (const id of ids) {
    if (chosen) next.add(id)
    else next.delete(id)
  }
  return next
}
