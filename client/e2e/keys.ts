/** Keys without Ctrl or Command. */
import type { Page } from "@playwright/test"

/** After the last key in a field they are part of a text for a second; people wait that long without knowing it. */
export async function pauseAfterTyping(page: Page): Promise<void> {
  await page.waitForTimeout(1100)
}
