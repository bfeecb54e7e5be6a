import { type RefObject, useEffect, useRef } from "react"

import type { Letter } from "#client/services/mail/letters.ts"

/** As often as the dialog around the letter opens, its first empty part has the focus. */
export function useFirstEmpty(form: RefObject<HTMLElement | null>, letter: Letter): void {
  const first = useRef("")
  useEffect(() => {
    first.current = firstEmpty(letter)
  })
  useEffect(() => {
    const dialog = form.current?.closest("dialog")
    if (dialog === undefined || dialog === null) return undefined
    const look = () => {
      if (dialog.open) document.getElementById(first.current)?.focus()
    }
    look()
    // The browser opens it by itself, after the effects of the page.
    const opening = new MutationObserver(look)
    opening.observe(dialog, { attributeFilter: ["open"] })
    return () => opening.disconnect()
  }, [form])
}

/** Id of the control; a text always has a line to write on, with or without a signature below it. */
function firstEmpty({ to, subject, templateId }: Letter): string {
  if (to.length === 0) return "field-mail-to"
  return subject === "" && templateId === null ? "field-mail-subject" : "field-mail-html"
}
