/** The key that saves what a screen is about. */
import type { Page } from "@playwright/test"

import { isHydrated } from "./hydration.ts"

/** Presses it once the page's script can hear it; until then it is the browser's own. */
export async function save(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated)
  await page.keyboard.press("Control+s")
}
