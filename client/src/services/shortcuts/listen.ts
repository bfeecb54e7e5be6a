/** The one listener of the page's shortcuts. */
import { isTyping, noteTyping } from "#client/lib/typing.ts"

import { isSingleKey, strokeOf, strokesOf } from "./keys.ts"
import { type Shortcut, keysOf, shortcutsNow } from "./use-shortcut.ts"

/** Between the strokes of `g d`. */
export const SEQUENCE_MS = 1500

/** Whether the machine's modifier is Command. */
export function isApple(): boolean {
  return /Mac|iPhone|iPad/u.test(navigator.platform)
}

/** Starts hearing; the answer ends it. */
export function listenForShortcuts(): () => void {
  let before: readonly string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const forget = () => {
    clearTimeout(timer)
    before = []
  }
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    const stroke = strokeOf(event, isApple())
    if (stroke === null) return
    const open = activeNow(event)
    const pressed = [...before, stroke]
    forget()
    const hit =
      open.findLast((each) => keysOf(each) === pressed.join(" ")) ??
      open.findLast((each) => keysOf(each) === stroke)
    if (hit !== undefined) {
      event.preventDefault()
      // A key that is held down goes on moving, but does not do a thing of its own again and again.
      if (!event.repeat || hit.where === "list") hit.run()
      return
    }
    const isBeginning = (strokes: readonly string[]) =>
      open.some((each) => (keysOf(each) ?? "").startsWith(`${strokes.join(" ")} `))
    const next = [pressed, [stroke]].find((strokes) => isBeginning(strokes))
    if (next === undefined) return
    before = next
    timer = setTimeout(forget, SEQUENCE_MS)
  }
  document.addEventListener("keydown", note, true)
  document.addEventListener("input", note, true)
  document.addEventListener("keydown", press)
  return () => {
    forget()
    document.removeEventListener("keydown", note, true)
    document.removeEventListener("input", note, true)
    document.removeEventListener("keydown", press)
  }
}

function note({ target }: Event): void {
  if (target instanceof HTMLElement && takesText(target)) noteTyping()
}

/** Those that may act on this event, the oldest first. */
function activeNow(event: KeyboardEvent): readonly Shortcut[] {
  const modal = [...document.querySelectorAll("dialog:modal")].at(-1)?.id ?? null
  const element = event.target instanceof HTMLElement ? event.target : null
  return shortcutsNow().filter((each) => {
    if (each.dialog !== modal) return false
    const keys = keysOf(each) ?? ""
    if (isSingleKey(keys) && isTyping()) return false
    if (each.quiet || isSingleKey(keys)) return element === null || !takesText(element)
    return !strokesOf(keys).includes("Enter") || element === null || !actsOnEnter(element)
  })
}

function takesText(element: HTMLElement): boolean {
  if (element.isContentEditable) return true
  if (element instanceof HTMLInputElement) {
    return !["checkbox", "radio", "button", "submit", "reset", "file", "range", "color"].includes(
      element.type,
    )
  }
  return element.matches("textarea, select, [role=combobox], [role=textbox]")
}

function actsOnEnter(element: HTMLElement): boolean {
  return takesText(element) || element.closest("a[href], button, summary, input, label") !== null
}
