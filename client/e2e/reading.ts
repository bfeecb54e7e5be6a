/** A record that is read: what its page says, and the way to its form. */
import type { Locator, Page } from "@playwright/test"

import { expect } from "./fixtures.ts"
import { isHydrated } from "./hydration.ts"

/** The value of a fact, such as "Job title". */
export function fact(page: Page, name: string): Locator {
  const box = page.locator(".ui-facts > div").filter({
    has: page.locator("dt").getByText(name, { exact: true }),
  })
  return box.locator("dd")
}

/** Opens the form of all of it, from the page. */
export async function openForm(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated)
  await page.getByRole("link", { name: "Edit", exact: true }).click()
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeVisible()
}
