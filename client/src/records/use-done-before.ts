/**
 * What was done in a form before the page's script had started, when nobody listened: typed, ticked, chosen. It is done once
 * more, so that the form knows what it shows.
 *
 * Invariant: a control that was not touched is not touched here either.
 */
import { useLayoutEffect, useState } from "react"
import type { RefObject } from "react"

export function useDoneBefore(form: RefObject<HTMLFormElement | null>): void {
  const [typed] = useState(typedInAreas)
  // As soon as the form is taken over: whatever is drawn next puts back what nobody heard of, be it for a key that is pressed.
  useLayoutEffect(() => {
    if (form.current === null) return
    // All are known before the first is done, as drawing that puts back the others.
    const all = doneIn(form.current, typed)
    // Out of the effect, where each is drawn before the next is done, as if a user had done them.
    queueMicrotask(() => {
      for (const redo of all) redo()
    })
  }, [form, typed])
}

/** What stands in a control, and where its caret is, if it has one. */
interface Typed {
  value: string
  start: number | null
  end: number | null
}

/** Read while the form is drawn first, for React writes over what stands in a textarea when it takes it over. */
function typedInAreas(): ReadonlyMap<Element, Typed> {
  if (typeof document === "undefined") return new Map()
  return new Map([...document.querySelectorAll("textarea")].map((it) => [it, typedIn(it)]))
}

function typedIn(control: HTMLInputElement | HTMLTextAreaElement): Typed {
  const { value, selectionStart: start, selectionEnd: end } = control
  return { value, start, end }
}

type Redo = () => void

function doneIn(form: HTMLFormElement, typed: ReadonlyMap<Element, Typed>): Redo[] {
  const copy = form.cloneNode(true)
  if (!(copy instanceof HTMLFormElement)) return []
  copy.reset()
  const asDrawn = controlsOf(copy)
  return controlsOf(form).flatMap((control, at) => doneTo(control, asDrawn[at], typed) ?? [])
}

function controlsOf(form: HTMLFormElement): Element[] {
  return [...form.querySelectorAll("input, select, textarea")]
}

/** What does once more to the control what makes it differ from what was drawn. */
function doneTo(
  control: Element,
  drawn: Element | undefined,
  typed: ReadonlyMap<Element, Typed>,
): Redo | null {
  if (control instanceof HTMLInputElement && drawn instanceof HTMLInputElement) {
    switch (control.type) {
      case "file":
        return null
      case "checkbox":
        return control.checked === drawn.checked ? null : () => tick(control, !drawn.checked)
      case "radio":
        // That another of its group went off follows from it.
        return control.checked && !drawn.checked ? () => tick(control, true) : null
      default:
        return typing(control, drawn.value, typedIn(control))
    }
  }
  if (control instanceof HTMLTextAreaElement && drawn instanceof HTMLTextAreaElement) {
    return typing(control, drawn.value, typed.get(control) ?? typedIn(control))
  }
  if (!(control instanceof HTMLSelectElement && drawn instanceof HTMLSelectElement)) return null
  const { selectedIndex } = control
  // What the page draws by itself says nowhere what is chosen, and nobody was here before it.
  const isSaid = [...drawn.options].some(({ defaultSelected }) => defaultSelected)
  if (!isSaid || selectedIndex === drawn.selectedIndex) return null
  return () => {
    control.selectedIndex = selectedIndex
    control.dispatchEvent(new Event("change", { bubbles: true }))
  }
}

/** A box that is locked is drawn as it was, as after every other try. */
function tick(control: HTMLInputElement, on: boolean): void {
  control.checked = !on
  control.click()
}

function typing(
  control: HTMLInputElement | HTMLTextAreaElement,
  drawn: string,
  { value, start, end }: Typed,
): Redo | null {
  if (value === drawn) return null
  const prototype =
    control instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  return () => {
    // React compares with what was last set on the element itself, and hears of what is set past it.
    control.value = drawn
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(control, value)
    if (start !== null) control.setSelectionRange(start, end)
    control.dispatchEvent(new Event("input", { bubbles: true }))
  }
}
