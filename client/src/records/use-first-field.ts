/** A record that was opened to be edited (`e` in its list) has the focus in its first field. */
import { type RefObject, useEffect } from "react"
import { useLocation } from "react-router"

import { leftList } from "#client/services/list-memory.ts"

export function useFirstField(form: RefObject<HTMLFormElement | null>, noun: string): void {
  const { state } = useLocation()
  const isEdited = typeof state === "object" && state !== null && "edit" in state
  useEffect(() => {
    // An address that is loaded anew remembers how it was come to, but nothing was pressed.
    if (!isEdited || leftList(noun) === undefined) return undefined
    // After the new screen has had its focus on the heading.
    const frame = requestAnimationFrame(() => {
      form.current
        ?.querySelector<HTMLElement>(
          ":is(input:not([type=hidden], :read-only), input[type=checkbox], select, textarea:not(:read-only)):enabled",
        )
        ?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [form, isEdited, noun])
}
