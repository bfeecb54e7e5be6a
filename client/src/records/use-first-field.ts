/** A record that was opened to be edited (`e`, or a press on "Edit") has the focus in its first field. */
import { type RefObject, useEffect } from "react"
import { NavigationType, useLocation, useNavigationType } from "react-router"

export function useFirstField(form: RefObject<HTMLFormElement | null>): void {
  const { state } = useLocation()
  // An address that is loaded again remembers how it was come to, but nothing was pressed.
  const isPressed = useNavigationType() !== NavigationType.Pop
  const isEdited = typeof state === "object" && state !== null && "edit" in state
  useEffect(() => {
    if (!isEdited || !isPressed) return undefined
    // After the new screen has had its focus on the heading.
    const frame = requestAnimationFrame(() => {
      form.current
        ?.querySelector<HTMLElement>(
          ":is(input:not([type=hidden], :read-only), input[type=checkbox], select, textarea:not(:read-only)):enabled",
        )
        ?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [form, isEdited, isPressed])
}
