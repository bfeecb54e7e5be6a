/** Reference data: codes that stay, ports that take each other's place, and lists without script (their lives: lifecycle.e2e.ts). */

import { call, newRegistration, register } from "./company.ts"
import { isWhole, openDrawn, withoutScript } from "./drawn.ts"
import { noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"

test("a code is checked before it is sent, and fixed once it is there", async ({ page }) => {
  await register(page, newRegistration())
  await page.goto("/settings/currencies/create")
  await page.getByLabel("English name").fill("Harbour token")
  await page.locator("#field-code").fill("qht")
  await page.getByLabel("Numeric").fill("12")
  await page.getByRole("button", { name: "Create", exact: true }).click()
  await expect(page.getByText("Enter three digits.").first()).toBeVisible()
  await page.getByLabel("Numeric").fill("012")
  await page.getByRole("button", { name: "Create", exact: true }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Harbour token" })).toBeVisible()
  await expect(page.locator("#field-code")).toHaveText("QHT")
  await noFaults(page)
})

test("one port takes the place of another by keyboard, and the batch is taken back", async ({
  page,
}) => {
  await register(page, newRegistration())
  await page.goto("/settings/oceanport?page=1&search=NLRTM")
  await expect(page.getByRole("columnheader", { name: "Local time" })).toBeVisible()
  await page.getByRole("link", { name: "Rotterdam" }).first().click()
  await expect(page.getByRole("heading", { level: 1, name: "NLRTM Rotterdam" })).toBeVisible()
  await call(page, "POST", "/master/api/v1/oceanport", {
    body: {
      name: "Maasvlakte",
      unlocode: "NLQQZ",
      country: "NL",
      timezone: "Europe/Amsterdam",
      parentId: new URL(page.url()).pathname.split("/").at(-1),
    },
  })
  await page.getByRole("button", { name: "Merge…" }).press("Enter")
  const dialog = page.getByRole("dialog", { name: /Merge NLRTM/u })
  await expect(dialog.getByRole("link", { name: "1 place that is part of it" })).toBeVisible()
  await noFaults(page)
  await dialog.getByRole("combobox").pressSequentially("BEANR")
  // The first choice is the one that Enter takes.
  await expect(dialog.getByRole("option").first()).toContainText("BEANR")
  await page.keyboard.press("Enter")
  await dialog.getByRole("button", { name: /Merge into BEANR/u }).press("Enter")
  await expect(page.getByRole("heading", { level: 1, name: /BEANR/u })).toBeVisible()
  const aliases = page.locator('[data-field="aliases"] input')
  await expect
    .poll(() => aliases.evaluateAll((all) => all.map((input) => input.getAttribute("value"))))
    .toContain("NLRTM")
  await page.getByRole("button", { name: "Undo" }).click()
  await expect(
    page.getByText("The change was undone.").filter({ visible: true }).first(),
  ).toBeVisible()
  await page.goto("/settings/oceanport?page=1&search=NLRTM")
  await expect(page.getByText("Replaced")).toBeHidden()
})

test("an address that names no list of ports is not found", async ({ page, complaints }) => {
  complaints.expect(/status of 404/u)
  await register(page, newRegistration())
  const { status } = await openDrawn(page, "/settings/spaceport")
  expect(status).toBe(404)
})

test("ports are read, sorted and paged without JavaScript", async ({ browser, page, server }) => {
  await register(page, newRegistration())
  const plain = await withoutScript(page, browser, server)
  await plain.goto("/settings/airport?page=1")
  await isWhole(plain)
  await plain.getByRole("link", { name: "IATA" }).click()
  await isWhole(plain)
  await expect(plain.getByRole("columnheader", { name: "IATA" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  )
  await plain.getByRole("link", { name: "Next" }).click()
  await expect(plain).toHaveURL(/page=2/u)
  await isWhole(plain)
  await plain.locator("tbody a").first().click()
  await expect(plain.locator("#field-name")).not.toHaveValue("")
  await plain.context().close()
})
