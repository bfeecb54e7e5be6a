/** Takes changes of a form back, the last one first (Ctrl/Cmd-Z where nothing is being typed). */
import { useRef } from "react"

import type { RecordForm } from "./use-record-form.ts"
import { valueAt } from "./values.ts"

interface Change {
  name: string
  /** What stood there before. */
  value: unknown
}

export function useUndo(form: RecordForm) {
  const changes = useRef<Change[]>([])
  return {
    change: (name: string, value: unknown) => {
      const past = changes.current
      // What is typed into one field is one change.
      if (past.at(-1)?.name !== name) {
        past.push({ name, value: valueAt(form.state.values, name) })
      }
      form.change(name, value)
    },
    undo: () => {
      const last = changes.current.pop()
      if (last === undefined) return
      form.change(last.name, last.value)
      document.getElementById(`field-${last.name}`)?.focus()
    },
    forget: () => {
      changes.current = []
    },
  }
}
