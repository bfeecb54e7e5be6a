/** Mail templates: written in languages, refused while they have faults, published in versions, tried on real records. */
import type { Page } from "@playwright/test"

import { call, colleague, idIn, newRegistration, register } from "./company.ts"
import { withoutScript } from "./drawn.ts"
import { noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { message } from "./messages.ts"
import { save } from "./save.ts"

/** In the frame of a mail no script runs, not even Playwright's that records it. */
const LOOKED_INTO = /Blocked script execution in 'about:blank'/u

async function saved(page: Page) {
  await save(page)
  await expect(message(page, "Saved.").last()).toBeVisible()
}

test("a template is made, mended, published, taken back to a version and tried", async ({
  page,
  complaints,
}) => {
  test.slow()
  complaints.expect(/status of 422/u)
  complaints.expect(LOOKED_INTO)
  await register(page, newRegistration())
  await call(page, "POST", "/contact/api/v1/contacts", {
    body: { firstName: "Joan", lastName: "Wolf", emails: [{ address: "joan@shipper.example" }] },
  })
  await page.goto("/settings/templates?page=1")
  await page.getByRole("link", { name: "New e-mail template" }).click()
  await page.getByRole("textbox", { name: "Name", exact: false }).first().fill("Arrival of roses")
  await page.getByRole("combobox", { name: /^Purpose/u }).selectOption({ label: "Arrival notice" })
  await page.getByRole("textbox", { name: "Subject" }).fill("Your roses")
  const mail = page.getByRole("textbox", { name: "Mail", exact: true })
  await mail.click()
  await page.keyboard.type("Dear {{contact.nobody}},")
  await page.getByRole("button", { name: "Create" }).click()
  await expect(page).toHaveURL(/\/settings\/templates\/[^/]+\/arrivalNotice$/u)
  const heading = page.getByRole("heading", { level: 1 })
  await expect(heading).toHaveText("Arrival of roses")

  const faults = page.getByRole("list", { name: "Suggestions" })
  await expect(faults).toContainText("Unknown merge field contact.nobody.")
  await page.getByRole("button", { name: "Publish" }).click()
  await expect(message(page, /Not published: Unknown merge field/u)).toBeVisible()

  await mail.click()
  await page.keyboard.press("Control+a")
  await page.keyboard.type("Dear ")
  await page.getByRole("combobox", { name: "Insert merge field" }).selectOption("contact.firstName")
  await expect(mail).toHaveText("Dear {{contact.firstName}}")
  await saved(page)
  await page.getByRole("combobox", { name: /^Sample /u }).fill("Joan")
  await page.getByRole("option", { name: /Joan Wolf/u }).click()
  const shown = page.frameLocator("iframe")
  await expect(shown.getByText("Dear Joan")).toBeVisible()
  await page.getByRole("tab", { name: "Dark" }).click()
  await expect(shown.locator("html")).toHaveCSS("color-scheme", "dark")
  await page.getByRole("tab", { name: "Plain text" }).last().click()
  await expect(page.locator("pre")).toHaveText("Dear Joan")
  await page.getByRole("button", { name: "Send me a test" }).click()
  await expect(message(page, /Test sent to/u)).toBeVisible()

  await page.getByRole("button", { name: "Publish" }).click()
  await expect(page.getByText("Version 1")).toBeVisible()
  await mail.click()
  await page.keyboard.press("Control+a")
  await page.keyboard.type("Good day")
  await saved(page)
  await page.getByRole("button", { name: "Publish" }).click()
  await expect(page.getByText("Version 2")).toBeVisible()
  await page.getByRole("button", { name: "Compare with current" }).last().click()
  await expect(page.getByText("English: Mail")).toBeVisible()
  await page.getByRole("button", { name: "Restore this version" }).click()
  await expect(page.getByText(/restored from version 1/u)).toBeVisible()
  await expect(mail).toHaveText("Dear {{contact.firstName}}")
  await noFaults(page)

  await page.getByRole("button", { name: "Archive" }).click()
  await expect(page.getByText("Archived", { exact: true }).first()).toBeVisible()
  await page.getByRole("button", { name: "Duplicate" }).click()
  await expect(heading).toHaveText("Arrival of roses (2)")
})

test("another language is added from the one shown, and the source of the HTML can be written", async ({
  page,
  complaints,
}) => {
  complaints.expect(LOOKED_INTO)
  await register(page, newRegistration())
  const html = '<table width="600"><tbody><tr><td style="color:red">Hello</td></tr></tbody></table>'
  const made = await call(page, "POST", "/mail/api/v1/templates", {
    body: { name: "Table", defaultLang: "en", languages: { en: { subject: "Hi", html } } },
  })
  // The type of the address gives way to the record's.
  await page.goto(`/settings/templates/${idIn(made)}/quote`)
  await expect(page).toHaveURL(`/settings/templates/${idIn(made)}/custom`)
  await expect(page.frameLocator("iframe").locator("td")).toHaveCSS("color", "rgb(255, 0, 0)")
  await page.getByRole("combobox", { name: "Add language" }).selectOption("ar")
  const mail = page.getByRole("textbox", { name: "Mail", exact: true })
  await expect(mail).toHaveCSS("direction", "rtl")
  await mail.locator("td").click()
  await page.keyboard.press("End")
  await page.keyboard.type("!")
  await page.getByRole("button", { name: "HTML source" }).click()
  const source = page.getByRole("textbox", { name: "HTML version" })
  await expect(source).toHaveValue(html.replace("Hello", "Hello!"))
  await saved(page)
  const stored = await call(page, "GET", `/mail/api/v1/templates/${idIn(made)}`)
  expect(stored).toContain("Hello!")
  expect(stored).toContain('style=\\"color:red\\"')
})

test("without the right to edit a template is read, and without JavaScript too", async ({
  page,
  browser,
  server,
}) => {
  test.slow()
  const registration = newRegistration()
  await register(page, registration)
  const made = await call(page, "POST", "/mail/api/v1/templates", {
    body: {
      name: "Greeting",
      defaultLang: "en",
      languages: { en: { subject: "Hello", html: "<p>Dear reader</p>" } },
    },
  })
  const { guest, id } = await colleague(page, registration, { browser, server })
  const roles = await call(page, "GET", "/iam/api/v1/roles?search=Viewer")
  await call(page, "PATCH", `/iam/api/v1/users/${id}`, { body: { roleIds: [idIn(roles)] } })
  await guest.goto(`/settings/templates/${idIn(made)}/custom`)
  const publish = guest.getByRole("button", { name: "Publish" })
  await expect(publish).toHaveAttribute("aria-disabled", "true")
  await expect(publish).toHaveAccessibleDescription(/“E-mail templates: Publish”/u)
  await expect(guest.getByRole("textbox", { name: "Mail", exact: true })).toHaveAttribute(
    "aria-readonly",
    "true",
  )
  const still = await withoutScript(page, browser, server)
  await still.goto(`/settings/templates/${idIn(made)}/custom`)
  await expect(still.getByRole("heading", { level: 1 })).toHaveText("Greeting")
  await expect(still.getByRole("textbox", { name: "Mail", exact: true })).toHaveText("Dear reader")
  await still.context().close()
})
