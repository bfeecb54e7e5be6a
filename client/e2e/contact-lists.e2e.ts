/** The list of contacts: what it is narrowed down by, what is exported and done with many at once, and that it is found where it was left. */
import type { Page } from "@playwright/test"

import { call, colleague, idIn, newRegistration, register } from "./company.ts"
import { downloaded, parseTable } from "./csv.ts"
import { fitsScreen, noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { isHydrated } from "./hydration.ts"
import { message } from "./messages.ts"
import { fact } from "./reading.ts"

const SERVICE = "/contact/api/v1/contacts"

async function newContact(page: Page, body: object): Promise<string> {
  return idIn(await call(page, "POST", SERVICE, { body }))
}

for (const width of [1360, 390]) {
  test(`contacts are filtered and exported at ${String(width)} px`, async ({ page }) => {
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

    // Columns in another order, and one fewer; the file follows, and says words instead of codes.
    await page.goto(`/contacts?page=1&filter=tags%3Aeq%3A${tag}&${columns}`)
    await page.waitForFunction(isHydrated)
    await page.locator("#list-columns > summary").click()
    await page.getByRole("button", { name: "Move Country to the left" }).click()
    await page.getByRole("button", { name: "Move Country to the left" }).click()
    await page.getByRole("checkbox", { name: "Tags" }).uncheck()
    await page.getByRole("button", { name: "Apply" }).click()
    await expect(cells).toHaveText(["", "Netherlands", "ShipperCarrier", "Ada Okonkwo"])
    await fitsScreen(page)
    await page.locator("#list-export > summary").click()
    await expect(page.getByLabel("As shown on screen")).toBeChecked()
    expect(parseTable(await downloaded(page, "As CSV"))).toEqual([
      ["Name", "Country", "Roles", "Owner"],
      ["Atlas Steel", "Netherlands", "Shipper; Carrier", "Ada Okonkwo"],
    ])
  })
}

test("contacts are changed and written to in bulk", async ({ page, browser, server }) => {
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
  const all = page.getByRole("checkbox", { name: "Select all rows on this page" })
  const undo = page.getByRole("button", { name: "Undo" }).filter({ visible: true })
  const rows = page.locator("tbody tr")
  const dialog = page.getByRole("dialog", { name: "Add a tag" })
  const owners = page.getByRole("dialog", { name: "Change the owner" })
  const mail = page.getByRole("dialog", { name: "Mail" })

  for (const { width, tag, owner } of [
    { width: 1360, tag: "Reefer", owner: "Ina Neu" },
    { width: 390, tag: "Oversize", owner: "Ada Okonkwo" },
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one width after the other
    await test.step(`at ${String(width)} px`, async () => {
      await page.setViewportSize({ width, height: 844 })
      await page.goto("/contacts?page=1&columns=displayName,tags,owner")
      await page.waitForFunction(isHydrated)
      await all.check()
      await fitsScreen(page)
      await page.getByRole("button", { name: "Add a tag" }).click()
      await dialog.getByRole("combobox", { name: /^Tag/u }).fill(tag)
      await dialog.getByRole("option", { name: `Create the tag “${tag}”` }).click()
      await noFaults(page)
      await dialog.getByRole("button", { name: "Change 3 records" }).click()
      await expect(dialog).toBeHidden()
      await expect(rows.filter({ hasText: tag })).toHaveCount(3)
      await undo.click()
      await expect(rows.filter({ hasText: tag })).toHaveCount(0)

      await all.check()
      await page.getByRole("button", { name: "Change the owner" }).click()
      await owners.getByRole("combobox", { name: /^Owner/u }).fill(owner.slice(0, 3))
      await owners.getByRole("option", { name: new RegExp(`^${owner}`, "u") }).click()
      await owners.getByRole("button", { name: "Change 3 records" }).click()
      await expect(owners).toBeHidden()
      await page.getByRole("link", { name: "Calm Seas" }).click()
      await expect(fact(page, "Owner")).toHaveText(owner)
      await page.goBack()

      await all.check()
      await page.getByRole("button", { name: "Write an e-mail" }).click()
      await expect(mail).toContainText("Atlas Steel")
      await expect(mail).toContainText("Brisk Lines")
      await expect(mail).not.toContainText("Calm Seas")
      await expect(message(page, /^1 contact is left out/u).first()).toBeVisible()
      await page.keyboard.press("Escape")
      await expect(mail).toBeHidden()
    })
  }
})

test("a list is found again where it was left", async ({ page }) => {
  test.slow()
  await register(page, newRegistration())
  for (let number = 10; number < 75; number += 1) {
    await newContact(page, { displayName: `Contact ${String(number)}`, kind: "organisation" })
  }
  const row = page.getByRole("link", { name: "Contact 52" })
  const heading = page.getByRole("heading", { level: 1 })
  const place = /filter=kind%3Aeq%3Aorganisation/u
  const scroll = () => page.evaluate(() => Math.round(scrollY))

  for (const width of [1360, 390]) {
    // oxlint-disable-next-line no-await-in-loop -- one width after the other
    await test.step(`at ${String(width)} px`, async () => {
      await page.setViewportSize({ width, height: 844 })
      await page.goto("/contacts?page=1&pageSize=25")
      await page.waitForFunction(isHydrated)
      await page.locator("#list-filters > summary").click()
      await page.getByRole("combobox", { name: "Kind", exact: true }).selectOption("Organisation")
      await page.getByRole("button", { name: "Apply" }).click()
      // Every row is an organisation, so only the address and its links tell that the filter is there.
      await expect(page).toHaveURL(place)
      const fifty = page.getByRole("link", { name: "50 rows", exact: true })
      await expect(fifty).toHaveAttribute("href", place)
      await fifty.click()
      await expect(page.locator("tbody tr")).toHaveCount(50)
      await row.scrollIntoViewIfNeeded()
      await page.evaluate(() => scrollBy({ top: 200, behavior: "instant" }))
      await expect.poll(scroll).toBeGreaterThan(300)
      const left = await scroll()
      const isBack = async () => {
        await expect(page).toHaveURL(place)
        await expect(page.locator("tbody tr")).toHaveCount(50)
        await expect(row).toBeFocused()
        await expect.poll(scroll).toBe(left)
      }

      await row.click()
      await expect(heading).toHaveText("Contact 52")
      await page.goBack()
      await isBack()

      await row.click()
      await page.getByRole("link", { name: "Back to Contacts" }).click()
      await isBack()

      // A change of the record on the way, and a reload of it.
      const notes = `Seen at ${String(width)}.`
      await row.click()
      await page.getByRole("link", { name: "Edit: Notes" }).click()
      await page.getByRole("textbox", { name: "Notes" }).fill(notes)
      await page.getByRole("button", { name: "Save", exact: true }).click()
      await expect(page.getByRole("region", { name: "Notes" })).toContainText(notes)
      await page.reload()
      await page.waitForFunction(isHydrated)
      await page.getByRole("link", { name: "Back to Contacts" }).click()
      await isBack()
    })
  }
})
