/** The audit trail: narrowed down by address, opened, followed to one record, checked, exported, and read without script. */
import type { Page } from "@playwright/test"

import { call, colleague, idIn, newRegistration, register } from "./company.ts"
import { withoutScript } from "./drawn.ts"
import { noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"

const CONTACTS = "/contact/api/v1/contacts"

/** Makes a contact and changes it. */
async function traces(page: Page): Promise<string> {
  const body = { kind: "organisation", displayName: "Zephyr Lines" }
  const id = idIn(await call(page, "POST", CONTACTS, { body }))
  await call(page, "PATCH", `${CONTACTS}/${id}`, { body: { notes: "Asks for a call first." } })
  return id
}

test("the trail is narrowed down, opened, followed to one record, checked and exported", async ({
  page,
}) => {
  await register(page, newRegistration())
  await traces(page)
  await page.goto("/audit")
  const rows = page.getByRole("main").locator("summary.au-row")
  await page.getByLabel("Action").selectOption({ label: "Changed" })
  await page.getByLabel("Record type").selectOption({ label: "Contact" })
  await page.getByRole("button", { name: "Apply" }).click()
  await expect(page).toHaveURL(/filter=action%3Ahas%3A\.edit&filter=entity\.type%3Aeq%3Acontact$/u)
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText("Zephyr Lines")

  // By the keyboard alone.
  await rows.focus()
  await page.keyboard.press("Enter")
  await expect(page.getByText("Added: Asks for a call first.")).toBeVisible()
  await noFaults(page)
  await page.getByRole("link", { name: "All entries for this record" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("History of Zephyr Lines")
  await expect(rows).toHaveCount(2)
  await page.getByRole("link", { name: "Open record" }).first().click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Zephyr Lines")

  await page.goto("/audit?filter=result%3Aeq%3Adenied")
  await expect(page.getByText("No results")).toBeVisible()
  await page.getByRole("link", { name: "Clear filters" }).first().click()
  await expect(rows.first()).toBeVisible()
  await page.getByText("Export", { exact: true }).click()
  const download = page.waitForEvent("download")
  await page.getByRole("button", { name: "As CSV" }).click()
  expect((await download).suggestedFilename()).toBe("audit.csv")

  await page.getByRole("link", { name: "Verify integrity" }).click()
  await expect(page.getByRole("heading", { name: "No tampering found" })).toBeVisible()
})

test("days are typed as they are written and stand in the address", async ({ page }) => {
  await register(page, newRegistration())
  await page.goto("/audit")
  const from = page.getByLabel("From")
  await from.fill("soon")
  await page.getByRole("button", { name: "Apply" }).click()
  expect(await from.evaluate((input: HTMLInputElement) => input.validationMessage)).toBe(
    "Enter a date, for example 3 Nov 2026.",
  )
  await expect(page).toHaveURL("/audit")
  await from.fill("1/1/2020")
  await page.getByLabel("Until").fill("31 jan 2020")
  await page.getByRole("button", { name: "Apply" }).click()
  await expect(page).toHaveURL(/filter=at%3Age%3A2020-01-01&filter=at%3Alt%3A2020-02-01$/u)
  await expect(page.getByText("No results")).toBeVisible()
  await expect(from).toHaveValue("01 Jan 2020")
  await expect(page.getByLabel("Until")).toHaveValue("31 Jan 2020")
})

test("without script the trail is narrowed down and opened", async ({ page, browser, server }) => {
  await register(page, newRegistration())
  await traces(page)
  const reader = await withoutScript(page, browser, server)
  await reader.goto("/audit")
  await reader.getByLabel("Record type").selectOption({ label: "Contact" })
  await reader.getByLabel("Period").selectOption({ label: "The last 7 days" })
  await reader.getByRole("button", { name: "Apply" }).click()
  const rows = reader.getByRole("main").locator("summary.au-row")
  await expect(rows).toHaveCount(2)
  await rows.first().click()
  await expect(reader.getByText("Added: Asks for a call first.")).toBeVisible()
  await reader.context().close()
})

test("whoever may not see the trail is told which right it takes, and can ask for it", async ({
  page,
  browser,
  server,
}) => {
  const registration = newRegistration()
  await register(page, registration)
  const { guest, id } = await colleague(page, registration, { browser, server })
  const role = await call(page, "POST", "/iam/api/v1/roles", {
    body: {
      name: "Reports what is wrong",
      permissions: [{ resource: "issue", actions: ["view", "create"], scope: "company" }],
    },
  })
  await call(page, "PATCH", `/iam/api/v1/users/${id}`, { body: { roleIds: [idIn(role)] } })
  await guest.goto("/audit")
  await guest.getByRole("link", { name: "Request access" }).click()
  await expect(guest).toHaveURL(/\/issues\/create\?type=access/u)
  await expect(guest.getByLabel("Title")).toHaveValue("Access: Audit history: View")
  await expect(guest.getByLabel("Page")).toHaveValue("/audit")
  await guest.getByRole("button", { name: "Create" }).click()
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText(
    "ISS-1 Access: Audit history: View",
  )
  await guest.context().close()
})
