/** Imports: a table is pasted or chosen, its columns are understood, its wrong cells mended, and it is taken back as one. */
import type { Browser, Page } from "@playwright/test"

import { newRegistration, register, signIn } from "./company.ts"
import type { Registration } from "./company.ts"
import { fitsScreen, noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import type { Server } from "./server.ts"

test("pasted rows are checked, mended, imported and taken back", async ({ page }) => {
  test.slow()
  await register(page, newRegistration())
  await page.goto("/settings/currencies?page=1")
  await page.getByRole("button", { name: "Import" }).click()
  const dialog = page.getByRole("dialog", { name: "Import: Currencies" })
  await dialog
    .getByLabel("Or paste rows from a spreadsheet")
    .fill("Code\tName\tNumeric\tTitle\nQXA\tQuay token\t901\tx\nQXB\tShed token\tabc\ty")
  await dialog.getByRole("button", { name: "Use pasted rows" }).click()
  await expect(dialog.getByLabel("Field for Code")).toHaveValue("code")

  await dialog.getByLabel("Field for Title").selectOption("name")
  await expect(
    dialog.getByText("Another column is mapped to the same field.").first(),
  ).toBeVisible()
  await expect(dialog.getByRole("button", { name: /^Import \d/u })).toHaveAttribute(
    "aria-disabled",
    "true",
  )
  await dialog.getByLabel("Field for Title").selectOption("")
  await expect(dialog.getByText("1 with errors")).toBeVisible()
  await noFaults(page)

  await dialog.getByLabel("Numeric, row 3").fill("902")
  await page.keyboard.press("Enter")
  await expect(dialog.getByText("0 with errors")).toBeVisible()
  await dialog.getByRole("button", { name: "Import 2 rows" }).click()
  await expect(dialog.getByText("Import finished:")).toBeVisible()
  await dialog.getByRole("button", { name: "Undo import" }).click()
  await expect(dialog.getByText("The change was undone.")).toBeVisible()
  await dialog.getByRole("button", { name: "Close" }).first().click()
  await page.goto("/settings/currencies?page=1&search=Quay%20token")
  await expect(page.getByRole("link", { name: "Quay token" })).toBeHidden()
})

test("wrong rows are kept and columns remembered", async ({ page, browser, server }) => {
  test.slow()
  const registration = newRegistration()
  await register(page, registration)
  const importFile = async (text: string, at = page) => {
    await at.goto("/settings/currencies?page=1")
    await at.getByRole("button", { name: "Import" }).click()
    const buffer = Buffer.from(text)
    await at
      .getByLabel("File", { exact: true })
      .setInputFiles({ name: "money.csv", mimeType: "text/csv", buffer })
  }
  await importFile("Kürzel;name;numeric\nQXC;Crane token;903\nQ;Bad;904\n")
  await page.getByLabel("Field for Kürzel").selectOption("code")
  await page.getByRole("button", { name: "Import 1 row" }).click()
  const download = page.waitForEvent("download")
  await page.getByRole("button", { name: "Download rejected rows" }).click()
  expect((await download).suggestedFilename()).toBe("import-errors.csv")

  // The company remembers them, whatever the browser.
  const { context, page: phone } = await onPhone(browser, server)
  await signInAt(phone, registration)
  await importFile("Kürzel;name;numeric\nQXD;Dock token;905\n", phone)
  await phone.getByText("Columns: 3 of 3 will be imported").click()
  await expect(phone.getByLabel("Field for Kürzel")).toHaveValue("code")
  await expect(phone.getByText("Same as last time").first()).toBeVisible()
  await fitsScreen(phone)

  await importFile("Kürzel;Benennung;numeric\nQXD;Dock token;905\n", phone)
  await phone.getByLabel("Field for Benennung").selectOption("name")
  await phone.getByRole("button", { name: "Import 1 row" }).click()
  await expect(phone.getByText("Import finished:")).toBeVisible()
  await context.close()
  await importFile("Kürzel;Benennung;numeric\nQXE;Edge token;906\n")
  await page.getByText("Columns: 3 of 3 will be imported").click()
  await expect(page.getByLabel("Field for Benennung")).toHaveValue("name")
})

async function onPhone(browser: Browser, { origin }: Server) {
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ baseURL: origin, viewport })
  return { context, page: await context.newPage() }
}

async function signInAt(page: Page, registration: Registration) {
  await page.goto("/login")
  await signIn(page, registration)
  await expect(page).toHaveURL("/dashboard")
}
