/**
 * The clipboard as people use it, by its keys: the API for it is kept for secure contexts.
 *
 * Invariant: the page is as it was before, the focus too.
 */
import type { Page } from "@playwright/test"

/** What somebody would paste. */
export async function copiedText(page: Page): Promise<string> {
  return await inField(page, "", "Control+v")
}

/** As if somebody had copied it elsewhere. */
export async function copyText(page: Page, text: string): Promise<void> {
  await inField(page, text, "Control+c")
}

/** Presses the key in a field of its own, in which `text` is marked; answers what stands in it then. */
async function inField(page: Page, text: string, key: string): Promise<string> {
  const focused = await page.evaluateHandle(() => document.activeElement)
  const field = await focused.evaluateHandle((element, value) => {
    const made = document.createElement("textarea")
    made.value = value
    // What is outside an open dialog cannot have the focus.
    const place = element?.closest("dialog") ?? document.body
    place.append(made)
    made.select()
    return made
  }, text)
  await page.keyboard.press(key)
  const left = await field.evaluate((made) => {
    made.remove()
    return made.value
  })
  await focused.evaluate((element) => {
    if (element instanceof HTMLElement) element.focus()
  })
  return left
}
