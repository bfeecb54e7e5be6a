/** Messages of a page that pass by. */
import type { Locator, Page } from "@playwright/test"

/**
 * A message that is shown, in exactly these words: "Saved." is no part of "Couldn't save your changes.". Each dialog has a region of its own
 * for messages, of which one is visible.
 */
export function message(page: Page, text: string | RegExp): Locator {
  return page.getByText(text, { exact: true }).filter({ visible: true })
}
