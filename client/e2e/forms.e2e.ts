/** Errors of forms: named in the summary, judged when a field is left, and no key that does more than type. */
import type { Page } from "@playwright/test"

import { call, newRegistration, register } from "./company.ts"
import { expect, test } from "./fixtures.ts"
import { isHydrated } from "./hydration.ts"
import { pauseAfterTyping } from "./keys.ts"
import { message } from "./messages.ts"
import { save } from "./save.ts"

const OFFICE = "/settings/company/offices/create"

async function open(page: Page, path: string) {
  await page.goto(path)
  await page.waitForFunction(isHydrated)
}

for (const width of [1360, 390]) {
  test.describe(`at ${String(width)} px`, () => {
    test.use({ viewport: { width, height: 844 } })

    test("a summary names each field and leads to it", async ({ page }) => {
      await register(page, newRegistration())
      await open(page, "/contacts/create")
      // A person needs a name of one kind or another.
      const label = page.locator("label", { hasText: "Display name" })
      await expect(label).toContainText("Required")
      await page.getByRole("button", { name: "Add an e-mail address" }).click()
      await expect(page.getByLabel(/^Address/u)).toBeFocused()
      await page.keyboard.type("nobody")
      await page.getByRole("button", { name: "Create" }).click()
      const summary = page.getByRole("alert", { name: "Couldn't save your changes." })
      await expect(summary).toBeFocused()
      await expect(summary.getByRole("link")).toHaveText([
        "Display name: This field is required.",
        /^E-mail addresses 1, Address: /u,
      ])
      await summary.getByRole("link", { name: "E-mail addresses 1" }).click()
      await expect(page.getByLabel(/^Address/u)).toBeFocused()

      await page.getByLabel("First name").fill("Aiko")
      await expect(label).not.toContainText("Required")
      await expect(summary.getByRole("link")).toHaveText([/^E-mail addresses 1, Address: /u])
      await page.getByLabel(/^Address/u).fill("aiko@halcyon.example")
      await page.getByLabel("Last name").focus()
      await expect(summary).toBeHidden()
      await page.getByRole("button", { name: "Create" }).click()
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Aiko")
    })

    test("a corrected field is judged when it is left", async ({ page }) => {
      await register(page, newRegistration())
      await open(page, "/contacts/create")
      await page.getByRole("button", { name: "Add an e-mail address" }).click()
      const address = page.getByLabel(/^Address/u)
      const error = page.locator('[data-field="emails.0.address"] .ui-error')
      await page.keyboard.type("nob")
      await expect(error).toHaveCount(0)
      await page.keyboard.press("Tab")
      await expect(error).toContainText("name@example.com")
      // While it is corrected nothing else is said of it.
      await address.fill("")
      await expect(error).toContainText("name@example.com")
      await page.getByLabel("Website").focus()
      await expect(error).toContainText("This field is required.")
      await address.fill("nobody@halcyon.example")
      await page.getByLabel("Website").focus()
      await expect(error).toHaveCount(0)
      // A press that leaves a field does what it says, whatever the field has to say.
      await address.fill("nobody")
      await page.getByRole("button", { name: "Add an e-mail address" }).click()
      await expect(page.getByLabel(/^Address/u).nth(1)).toBeFocused()
      await expect(error).toContainText("name@example.com")
      await page.getByRole("button", { name: "Remove item 1 from E-mail addresses" }).click()
      await expect(error).toHaveCount(0)
      await expect(page.getByRole("button", { name: "Add an e-mail address" })).toBeFocused()
    })

    test("a local number is taken in the company's country", async ({ page }) => {
      await register(page, newRegistration())
      await open(page, "/contacts/create")
      await page.getByLabel("First name").fill("Aiko")
      await page.getByRole("button", { name: "Add a phone number" }).click()
      const number = page.getByLabel(/^Number/u)
      await expect(number).toBeFocused()
      await page.keyboard.type("010 413 12 34")
      await page.keyboard.press("Tab")
      await expect(number).toHaveValue("+31104131234")
      await number.fill("413 1234")
      await page.keyboard.press("Tab")
      await expect(page.locator('[data-field="phones.0.e164"] .ui-error')).toContainText(
        "Enter a phone number with its country code",
      )
      // Saved from within the field, it is the server that takes it.
      await number.fill("(06) 12-34.56.78")
      await page.keyboard.press("Enter")
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Aiko")
      await page.waitForFunction(isHydrated)
      await expect(page.getByRole("main")).not.toContainText("Couldn't save your changes.")
      await page.goto("/contacts?page=1")
      await expect(page.getByText("+31612345678").first()).toBeAttached()

      // A record with a country of its own is called there.
      await open(page, "/settings/oceanport/create")
      await page.getByRole("combobox", { name: /^Country/u }).fill("Japan")
      await page.getByRole("option", { name: "Japan" }).first().click()
      await page.getByLabel("Phone").fill("03-1234-5678")
      await page.getByLabel("Website").focus()
      await expect(page.getByLabel("Phone")).toHaveValue("+81312345678")
    })

    test("single keys wait until typing is saved", async ({ page }) => {
      await register(page, newRegistration())
      await open(page, OFFICE)
      await page.locator("#field-name").fill("Rotterdam")
      await page.getByRole("heading", { level: 1 }).click()
      await pauseAfterTyping(page)
      await page.keyboard.press("g")
      await page.keyboard.press("d")
      await page.keyboard.press("?")
      await expect(page).toHaveURL(OFFICE)
      await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeHidden()
      await save(page)
      await expect(message(page, "Created.")).toBeVisible()
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rotterdam")

      // A field was left, and something else was meant.
      await page.evaluate(() => {
        for (const [selector, key] of [
          ["#field-phone", "ArrowLeft"],
          ["body", "?"],
        ]) {
          const press = new KeyboardEvent("keydown", { key: key ?? "", bubbles: true })
          document.querySelector(selector ?? "")?.dispatchEvent(press)
        }
      })
      await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeHidden()
      await pauseAfterTyping(page)
      await page.keyboard.press("?")
      await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible()
    })

    test("dates are typed and shown in the chosen format", async ({ page }) => {
      await register(page, newRegistration())
      const settings = { dateFormat: "mdy" }
      await call(page, "PATCH", "/iam/api/v1/users/me", { body: settings })
      await open(page, "/settings/picklist/values/create")
      const until = page.getByLabel("Until")
      await until.fill("3/4/2027")
      await page.locator("#field-label").focus()
      await expect(until).toHaveValue("Mar 04, 2027")
      await until.fill("31 Nov 2027")
      await page.locator("#field-label").focus()
      // What is no day stays, and is told of.
      await expect(until).toHaveValue("31 Nov 2027")
      await expect(page.locator('[data-field="validTo"] .ui-error')).toContainText("Enter a date")
      await until.fill("2027-12-31")
      await page.locator("#field-label").focus()
      await expect(until).toHaveValue("Dec 31, 2027")
      await expect(page.locator('[data-field="validTo"] .ui-error')).toHaveCount(0)

      // Likewise where lists are narrowed down, and where a mail is to leave later.
      await open(page, "/contacts?page=1")
      await page.getByText("Filters", { exact: true }).click()
      await page.getByLabel("Created", { exact: true }).fill("3/4/2020")
      await page.getByRole("button", { name: "Apply", exact: true }).click()
      await expect(page).toHaveURL(/createdAt%3A[a-z]+%3A2020-03-04/u)
      await page.getByRole("button", { name: "New message" }).click()
      const mail = page.getByRole("dialog", { name: "Mail" })
      await mail.getByRole("button", { name: "Send later" }).click()
      const moment = mail.getByLabel("Send on")
      await moment.fill("soon")
      await expect(mail.locator("#field-mail-scheduledAt-error")).toContainText("Enter a date")
      await moment.fill("3/4/2027")
      await mail.getByLabel("Time", { exact: true }).fill("14:30")
      await expect(mail.getByText("Mar 04, 2027, 14:30 UTC+1")).toBeVisible()
    })

    test("short texts are typed line by line", async ({ page }) => {
      await register(page, newRegistration())
      await open(page, OFFICE)
      const lines = page.locator('[data-field="address.lines"] input')
      await expect(lines).toHaveCount(1)
      await page.getByLabel("Street", { exact: true }).focus()
      await page.keyboard.type("Waalhaven 1")
      await page.keyboard.press("Enter")
      await page.keyboard.type("Pier 2")
      await expect(lines).toHaveCount(3)
      await page.locator("#field-name").fill("Rotterdam")
      await save(page)
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rotterdam")
      await expect(lines.nth(1)).toHaveValue("Pier 2")
    })
  })
}
