/** Picklists: values are put in order by keyboard, merged. */

import { call, newRegistration, register } from "./company.ts"
import { noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"

test("values of a picklist are put in order and merged", async ({ page }) => {
  await register(page, newRegistration())
  const group = "berth-kind"
  await call(page, "POST", "/master/api/v1/dropdown-groups", {
    body: { code: group, name: "Berth kinds" },
  })
  for (const [code, label] of [
    ["ro", "Ro-ro"],
    ["bulk", "Bulk"],
  ]) {
    await call(page, "POST", "/master/api/v1/dropdown", { body: { group, code, label } })
  }

  await page.goto("/settings/picklist/order/berth-kind")
  const rows = page.getByRole("main").locator("ol > li")
  await expect(rows).toHaveCount(2)
  const first = (await rows.first().getByRole("link").textContent()) ?? ""
  const handle = page.getByRole("button", { name: `Move ${first} with the up and down arrow keys` })
  const saved = page.waitForResponse(/\/dropdown\/reorder$/u)
  await handle.press("ArrowDown")
  expect((await saved).status()).toBe(200)
  await expect(rows.nth(1)).toContainText(first)
  await expect(handle).toBeFocused()
  await noFaults(page)
  await page.reload()
  await expect(rows.nth(1)).toContainText(first)

  await page.getByRole("link", { name: "Ro-ro" }).click()
  await page.getByRole("button", { name: "Merge…" }).click()
  const dialog = page.getByRole("dialog", { name: /Merge Ro-ro/u })
  await dialog.getByRole("combobox").pressSequentially("bulk")
  await dialog.getByRole("option", { name: /Bulk/u }).click()
  await dialog.getByRole("button", { name: "Merge into Bulk" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Bulk" })).toBeVisible()
  await page.goto("/settings/picklist/values?page=1&filter=group%3Aeq%3Aberth-kind")
  await expect(page.getByRole("row", { name: /Ro-ro/u })).toContainText("Merged")
})
