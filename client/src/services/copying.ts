/** Copies codes, addresses and numbers, marked with `data-copy`: loaded when the first one is copied. */
import { copy } from "#client/lib/browser.ts"
import { msg } from "#client/lib/words.ts"

import { toast } from "./toasts.ts"

/** What a press on this element copies; `null` where it copies nothing. */
export function copiedBy(target: EventTarget | null): HTMLElement | null {
  const element = target instanceof Element ? target.closest<HTMLElement>("[data-copy]") : null
  // In a link the press goes where the link leads; a text that is being marked is copied by the browser.
  if (element === null || element.closest("a, button, label") !== null) return null
  return getSelection()?.isCollapsed === false ? null : element
}

export async function copyText({ textContent }: HTMLElement): Promise<void> {
  await copyValue(textContent.trim())
}

export async function copyValue(text: string): Promise<void> {
  if (await copy(text)) toast.success({ text: msg("{text} copied."), values: { text } })
  else toast.error(msg("This browser does not allow copying."))
}

let last: { row: Element; at: number } | null = null

/** The first one of a row; the next one with each further press. */
export async function copyNext(row: Element): Promise<void> {
  const all = [...row.querySelectorAll<HTMLElement>("[data-copy]")]
  const at = last?.row === row ? (last.at + 1) % all.length : 0
  const element = all[at]
  if (element === undefined) return
  last = { row, at }
  await copyText(element)
}
