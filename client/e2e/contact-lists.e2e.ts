/** The list of contacts: what it is narrowed down by, what is done with many at once, and that it is found where it was left. */
import type { Page } from "@playwright/test"

import { call, colleague, idIn, newRegistration, register } from "./company.ts"
import { noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { isHydrated } from "./hydration.ts"
import { message } from "./messages.ts"
import { fact } from "./reading.ts"

const SERVICE = "/contact/api/v1/contacts"

async function newContact(page: Page, body: object): Promise<string> {
  return idIn(await call(page, "POST", SERVICE, { body }))
}

for (const width of [1360, 390]) {
  test(`the list is filtered by role, tag, country and owner, at ${String(width)} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await register(page, newRegistration())
    const tag = idIn(
      await call(page, "POST", "/contact/api/v1/contact-tags", { body: { name: "Reefer" } }),
    )
    await newContact(page, {
      displayName: "Atlas Steel",
      roles: ["shipper", "carrier"],
      tags: [tag],
      addresses: [{ type: "work", country: "NL" }],
    })
    await newContact(page, { displayName: "Brisk Lines", roles: ["carrier"], ownerId: null })
    const columns = "columns=displayName,roles,tags,country,owner"
    await page.goto(`/contacts?page=1&${columns}`)
    const names = page.locator("tbody th")
    await expect(names).toHaveText(["Atlas Steel", "Brisk Lines"])
    const cells = page.getByRole("row", { name: /Atlas Steel/u }).getByRole("cell")
    await expect(cells).toHaveText(["", "ShipperCarrier", "Reefer", "Netherlands", "Ada Okonkwo"])

    // On a phone they are a sheet.
    const panel = page.locator("#list-filters")
    const filters = width < 600 ? page.getByRole("dialog", { name: "Filters" }) : panel
    await page.waitForFunction(isHydrated)
    const narrow = async (field: string, typed: string) => {
      await panel.locator("> summary").click()
      await filters.getByLabel(field, { exact: true }).fill(typed)
      const choices = filters.getByRole("listbox", { name: "Options" }).getByRole("option")
      await choices.first().click()
      await filters.getByRole("button", { name: "Apply" }).click()
      await expect(names).toHaveText(["Atlas Steel"])
      await page.getByRole("link", { name: /^Remove filter/u }).click()
      await expect(names).toHaveCount(2)
    }
    await narrow("Tag", "Reef")
    await narrow("Country", "Nether")
    await narrow("Owner", "Ada")

    await page.goto("/contacts?page=1&filter=roles%3Aeq%3Ashipper")
    await expect(names).toHaveText(["Atlas Steel"])
    await expect(page.getByRole("link", { name: "Remove filter: Role is Shipper" })).toBeVisible()
    await page.goto(`/contacts?page=1&filter=tags%3Aeq%3A${tag}`)
    await expect(page.getByRole("link", { name: "Remove filter: Tag is Reefer" })).toBeVisible()
  })
}

test("many contacts are tagged, given an owner and written to, and what was changed is taken back", async ({
  page,
  browser,
  server,
}) => {
  test.slow()
  const registration = newRegistration()
  await register(page, registration)
  const { guest } = await colleague(page, registration, { browser, server })
  await guest.context().close()
  for (const displayName of ["Atlas Steel", "Brisk Lines"]) {
    const address = `${displayName.split(" ")[0]?.toLowerCase() ?? ""}@lines.example`
    await newContact(page, { displayName, emails: [{ address, type: "work" }] })
  }
  await newContact(page, { displayName: "Calm Seas" })
  await page.goto("/contacts?page=1&columns=displayName,tags,owner")
  await page.waitForFunction(isHydrated)
  const all = page.getByRole("checkbox", { name: "Select all rows on this page" })
  const undo = page.getByRole("button", { name: "Undo" }).filter({ visible: true })
  const rows = page.locator("tbody tr")

  await all.check()
  await page.getByRole("button", { name: "Add a tag" }).click()
  const dialog = page.getByRole("dialog", { name: "Add a tag" })
  await dialog.getByRole("combobox", { name: /^Tag/u }).fill("Reefer")
  await dialog.getByRole("option", { name: "Create the tag “Reefer”" }).click()
  await noFaults(page)
  await dialog.getByRole("button", { name: "Change 3 records" }).click()
  await expect(dialog).toBeHidden()
  await expect(rows.filter({ hasText: "Reefer" })).toHaveCount(3)
  await undo.click()
  await expect(rows.filter({ hasText: "Reefer" })).toHaveCount(0)

  await all.check()
  await page.getByRole("button", { name: "Change the owner" }).click()
  const owner = page.getByRole("dialog", { name: "Change the owner" })
  await owner.getByRole("combobox", { name: /^Owner/u }).fill("Ina")
  await owner.getByRole("option", { name: /^Ina Neu/u }).click()
  await owner.getByRole("button", { name: "Change 3 records" }).click()
  await expect(owner).toBeHidden()
  await page.getByRole("link", { name: "Calm Seas" }).click()
  await expect(fact(page, "Owner")).toHaveText("Ina Neu")
  await page.goBack()

  await all.check()
  await page.getByRole("button", { name: "Write an e-mail" }).click()
  const mail = page.getByRole("dialog", { name: "Mail" })
  await expect(mail).toContainText("Atlas Steel")
  await expect(mail).toContainText("Brisk Lines")
  await expect(mail).not.toContainText("Calm Seas")
  await expect(message(page, /^1 contact is left out/u).first()).toBeVisible()
})

test("the list is found again where it was left, by Back, by its link and after a reload", async ({
  page,
}) => {
  test.slow()
  await register(page, newRegistration())
  for (let number = 10; number < 75; number += 1) {
    await newContact(page, { displayName: `Contact ${String(number)}`, kind: "organisation" })
  }
  await page.goto("/contacts?page=1")
  await page.getByText("Filters", { exact: true }).click()
  await page.getByRole("combobox", { name: "Kind", exact: true }).selectOption("Organisation")
  await page.getByRole("button", { name: "Apply" }).click()
  await page.getByRole("link", { name: "50 rows", exact: true }).click()
  await expect(page.locator("tbody tr")).toHaveCount(50)
  const row = page.getByRole("link", { name: "Contact 52" })
  await row.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy({ top: 200, behavior: "instant" }))
  const place = /filter=kind%3Aeq%3Aorganisation/u
  const scroll = () => page.evaluate(() => Math.round(scrollY))
  await expect.poll(scroll).toBeGreaterThan(300)
  const left = await scroll()
  const isBack = async () => {
    await expect(page).toHaveURL(place)
    await expect(page.locator("tbody tr")).toHaveCount(50)
    await expect(row).toBeFocused()
    await expect.poll(scroll).toBe(left)
  }

  await row.click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact 52")
  await page.goBack()
  await isBack()

  await row.click()
  await page.getByRole("link", { name: "Back to Contacts" }).click()
  await isBack()

  // A change of the record on the way, and a reload of it.
  await row.click()
  await page.getByRole("link", { name: "Edit: Notes" }).click()
  await page.getByRole("textbox", { name: "Notes" }).fill("Seen.")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await expect(page.getByRole("region", { name: "Notes" })).toContainText("Seen.")
  await page.reload()
  await page.waitForFunction(isHydrated)
  await page.getByRole("link", { name: "Back to Contacts" }).click()
  await isBack()
})
