import { act } from "react"
import type { ReactNode } from "react"
import { createRoot } from "react-dom/client"

/** Draws into a fresh body for a test and gives its first element of a kind. */
export async function draw(node: ReactNode) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  document.body.innerHTML = "<div></div>"
  const container = document.body.querySelector("div")
  if (container === null) throw new Error("no container")
  const root = createRoot(container)
  await act(async () => root.render(node))
  return {
    find<E extends Element>(selector: string, kind: new () => E): E {
      const found = document.body.querySelector(selector)
      if (!(found instanceof kind)) throw new Error(`nothing is ${selector}`)
      return found
    },
    text: () => document.body.textContent,
    /** Does it and waits until React is done. */
    step: (deed: () => void | Promise<void>) => act(async () => deed()),
    end: () => act(async () => root.unmount()),
  }
}

/** Types into a control as a user would, so that React hears of it. */
export function type(control: HTMLInputElement | HTMLSelectElement, value: string): void {
  const prototype =
    control instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(control, value)
  control.dispatchEvent(new Event("input", { bubbles: true }))
  control.dispatchEvent(new Event("change", { bubbles: true }))
}
