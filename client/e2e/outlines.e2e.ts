/** What a screen reader is told: the order of the focus, and what a change of screen says. */
import type { Page } from "@playwright/test"

import { call, newRegistration, register } from "./company.ts"
import { expect, test } from "./fixtures.ts"

/** What has the focus, one Tab after the other. */
async function focusOrder(page: Page, steps: number): Promise<string[]> {
  const order: string[] = []
  await page.locator("body").evaluate((body) => body.ownerDocument.querySelector("a")?.focus())
  for (let step = 0; step < steps; step += 1) {
    order.push(
      await page.evaluate(() => {
        const element = document.activeElement
        const label = element?.getAttribute("aria-label") ?? element?.textContent ?? ""
        const input =
          element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? "") : ""
        return `${element?.localName ?? ""} ${label || input}`.trim()
      }),
    )
    await page.keyboard.press("Tab")
  }
  return order
}

test("a change of screen moves the focus to its heading and names the document, and Tab goes as one reads", async ({
  page,
}) => {
  await register(page, newRegistration())
  await call(page, "POST", "/contact/api/v1/contacts", { body: { displayName: "Atlas Steel" } })
  await page.getByRole("link", { name: "Contacts" }).first().click()
  const h1 = page.getByRole("heading", { level: 1 })
  await expect(h1).toHaveText("Contacts")
  await expect(h1).toBeFocused()
  await expect(page).toHaveTitle("Contacts · Waybill")
  await page.goto("/contacts?page=1")
  await page.waitForLoadState("networkidle")
  const order = await focusOrder(page, 30)
  const places = ["Skip to content", "Waybill, go to dashboard", "Contacts", "New contact"]
  const at = places.map((place) => order.findIndex((each) => each.includes(place)))
  expect(order.length).toBe(30)
  expect(at, order.join("\n")).not.toContain(-1)
  expect(at).toEqual([...at].toSorted((one, other) => one - other))
})
