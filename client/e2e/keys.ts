/** Keys without Ctrl or Command. */
import { type Locator, type Page, expect } from "@playwright/test"

/** After the last key in a field they are part of a text for a second; people wait that long without knowing it. */
export async function pauseAfterTyping(page: Page): Promise<void> {
  await page.waitForTimeout(1100)
}

/** Presses Tab until the target has the focus, `most` times at most. */
export async function tabTo(page: Page, target: Locator, most: number): Promise<void> {
  for (let steps = 0; steps < most; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press("Tab")
  }
  await expect(target).toBeFocused()
}
