/** Contacts stand for every kind of record: the one list and the one form are the same for all of them. */
import type { Page } from "@playwright/test"

import { call, colleague, idIn, newRegistration, register } from "./company.ts"
import { withoutScript } from "./drawn.ts"
import { noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { isHydrated } from "./hydration.ts"
import { message } from "./messages.ts"
import { fact, openForm } from "./reading.ts"
import { save } from "./save.ts"

const SERVICE = "/contact/api/v1/contacts"

async function newContact(page: Page, body: object): Promise<string> {
  return idIn(await call(page, "POST", SERVICE, { body }))
}

test("a contact is made, found, changed, deleted and restored", async ({ page }) => {
  await register(page, newRegistration())
  await page.goto("/contacts?page=1")
  await expect(page.getByText("Nothing here yet")).toBeVisible()
  await page.getByRole("link", { name: "New contact" }).first().click()

  await page.getByLabel("First name").fill("Aiko")
  await page.getByLabel("Last name").fill("Haddad")
  await page.getByRole("button", { name: "Add an e-mail address" }).click()
  await page.getByLabel(/^Address/u).fill("not an address")
  await page.getByRole("button", { name: "Create" }).click()
  const summary = page.getByRole("alert", { name: "Couldn't save your changes." })
  await expect(summary).toBeFocused()
  await expect(summary).toContainText("name@example.com")
  await summary.getByRole("link").click()
  await page.keyboard.type("aiko@halcyon.example")
  await page.getByLabel(/^Address/u).fill("aiko@halcyon.example")
  await page.getByRole("button", { name: "Create" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Aiko Haddad")

  await openForm(page)
  await page.getByLabel("Job title").fill("Export manager")
  await save(page)
  await expect(message(page, "Saved.")).toBeVisible()
  await page.reload()
  await expect(fact(page, "Job title")).toHaveText("Export manager")
  await page.getByText("History", { exact: true }).click()
  await expect(page.locator("#history")).toContainText("Export manager")

  await page.getByRole("button", { name: "Delete" }).click()
  await expect(page).toHaveURL(/\/contacts\?page=1$/u)
  await page.getByRole("button", { name: "Undo" }).filter({ visible: true }).click()
  await expect(page.getByRole("link", { name: "Aiko Haddad" })).toBeVisible()

  await page.getByRole("checkbox", { name: "Select Aiko Haddad" }).check()
  await page.getByRole("button", { name: "Delete 1 record" }).click()
  await expect(page.getByText("Nothing here yet")).toBeVisible()
  await page.getByRole("link", { name: "Bin" }).click()
  await page.getByRole("link", { name: "Aiko Haddad" }).click()
  await expect(page.getByText("This is in the bin.")).toBeVisible()
  await page.getByRole("button", { name: "Restore" }).click()
  await openForm(page)
  await expect(page.getByLabel("Job title")).toBeEditable()
})

test("the list is searched, filtered, sorted, arranged and kept as a view, and its address says so", async ({
  page,
}) => {
  await register(page, newRegistration())
  for (const [kind, displayName] of [
    ["person", "Bram Novak"],
    ["organisation", "Zephyr Lines"],
    ["organisation", "Atlas Steel"],
  ]) {
    await newContact(page, { kind, displayName })
  }
  await page.goto("/contacts?page=1")
  const names = page.locator("tbody th")
  await expect(names).toHaveText(["Atlas Steel", "Bram Novak", "Zephyr Lines"])

  await page.getByRole("link", { name: "Name" }).click()
  await expect(page).toHaveURL(/sort=displayName/u)
  await page.getByRole("link", { name: "Name" }).click()
  await expect(page).toHaveURL(/sort=-displayName/u)
  await expect(names).toHaveText(["Zephyr Lines", "Bram Novak", "Atlas Steel"])

  await page.getByText("Filters", { exact: true }).click()
  await page.getByRole("combobox", { name: "Kind", exact: true }).selectOption("Organisation")
  await page.getByRole("button", { name: "Apply" }).click()
  await expect(names).toHaveText(["Zephyr Lines", "Atlas Steel"])
  await expect(page).toHaveURL(/filter=kind%3Aeq%3Aorganisation/u)

  await page.getByText("Views", { exact: true }).click()
  await page.getByLabel("Save view").fill("Our partners")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await expect(page.getByRole("link", { name: /Our partners/u })).toBeVisible()
  await page.getByText("Views", { exact: true }).click()

  await page.getByRole("link", { name: /Remove filter/u }).click()
  await expect(names).toHaveCount(3)
  await page.getByText("Columns", { exact: true }).click()
  await page.getByRole("checkbox", { name: "Phone" }).uncheck()
  await page.getByRole("checkbox", { name: "Owner" }).check()
  await page.getByRole("button", { name: "Apply" }).click()
  await expect(page.getByRole("columnheader", { name: "Owner" })).toBeVisible()
  await expect(page.getByRole("columnheader", { name: "Phone" })).toBeHidden()

  await page.getByRole("searchbox").fill("zeph")
  await expect(names).toHaveText(["Zephyr Lines"])
  await page.getByRole("searchbox").fill("nobody at all")
  await expect(page.getByText("No results")).toBeVisible()
  await page.getByRole("link", { name: "Clear search and filters" }).click()
  await expect(names).toHaveCount(3)

  const download = page.waitForEvent("download")
  await page.getByText("Export", { exact: true }).click()
  await page.getByRole("button", { name: "As CSV" }).click()
  expect((await download).suggestedFilename()).toBe("contact.csv")
})

test("what two people change in separate fields is joined, and in the same field chosen", async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 412/u)
  await register(page, newRegistration())
  const id = await newContact(page, { displayName: "Atlas Steel", jobTitle: "", department: "" })
  await page.goto(`/contacts/${id}?edit`)
  await page.getByLabel("Department").fill("Sales")
  await call(page, "PATCH", `${SERVICE}/${id}`, { body: { jobTitle: "Buyer" } })
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await expect(message(page, "Saved.")).toBeVisible()
  await expect(fact(page, "Job title")).toHaveText("Buyer")
  await expect(fact(page, "Department")).toHaveText("Sales")

  await openForm(page)
  await page.getByLabel("Department").fill("Export")
  await call(page, "PATCH", `${SERVICE}/${id}`, { body: { department: "Import" } })
  await page.getByRole("button", { name: "Save", exact: true }).click()
  const dialog = page.getByRole("dialog", { name: /changed the same fields/u })
  await expect(dialog).toContainText("Sales")
  await dialog.getByRole("radio", { name: "Theirs" }).check()
  await dialog.getByRole("button", { name: "Save selection" }).click()
  await expect(dialog).toBeHidden()
  await expect(fact(page, "Department")).toHaveText("Import")
})

test("nothing typed is lost: a reload offers the draft, leaving asks", async ({ page }) => {
  await register(page, newRegistration())
  const id = await newContact(page, { displayName: "Atlas Steel" })
  await page.goto(`/contacts/${id}?edit`)
  await page.waitForFunction(isHydrated)
  await page.getByLabel("Job title").fill("Bu")
  page.once("dialog", (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toContainText("Job title")
  await page.getByRole("button", { name: "Restore" }).click()
  await expect(page.getByLabel("Job title")).toHaveValue("Bu")
  await page.getByRole("link", { name: "Dashboard" }).first().click()
  const leave = page.getByRole("dialog", { name: "You have unsaved changes" })
  await leave.getByRole("button", { name: "Save", exact: true }).click()
  await expect(page).toHaveURL("/dashboard")
  await page.goto(`/contacts/${id}`)
  await expect(fact(page, "Job title")).toHaveText("Bu")
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toBeHidden()
})

test("the keyboard alone moves through the list, chooses, opens and searches", async ({ page }) => {
  await register(page, newRegistration())
  for (const displayName of ["Atlas Steel", "Bram Novak"]) await newContact(page, { displayName })
  await page.goto("/contacts?page=1")
  await expect(page.getByRole("link", { name: "Atlas Steel" })).toBeVisible()
  // The keys are there once the page is hydrated and has said so by asking for its realtime database.
  await page.waitForLoadState("networkidle")
  await page.keyboard.press("j")
  await expect(page.getByRole("link", { name: "Atlas Steel" })).toBeFocused()
  await page.keyboard.press("j")
  await page.keyboard.press("x")
  await expect(page.getByRole("checkbox", { name: "Select Bram Novak" })).toBeChecked()
  await page.keyboard.press("/")
  await expect(page.getByRole("searchbox")).toBeFocused()
  await page.getByRole("link", { name: "Bram Novak" }).focus()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bram Novak")
  await noFaults(page)
})

test("without JavaScript the list is read, sorted, filtered and paged, and a contact is read", async ({
  page,
  browser,
  server,
}) => {
  await register(page, newRegistration())
  for (let number = 10; number < 40; number += 1) {
    await newContact(page, { displayName: `Contact ${String(number)}` })
  }
  const still = await withoutScript(page, browser, server)
  await still.goto("/contacts?page=1&pageSize=25")
  const names = still.locator("tbody th")
  await expect(names.first()).toHaveText("Contact 10")
  await expect(names).toHaveCount(25)
  await still.getByRole("link", { name: "Next" }).click()
  await expect(names).toHaveCount(5)
  await still.getByRole("link", { name: "Name" }).click()
  await still.getByRole("link", { name: "Name" }).click()
  await expect(names.first()).toHaveText("Contact 39")
  await still.getByRole("searchbox").fill("contact 12")
  await still.getByRole("button", { name: "Search", exact: true }).click()
  await expect(names).toHaveText(["Contact 12"])
  await names.getByRole("link").click()
  await expect(still.getByRole("heading", { level: 1 })).toHaveText("Contact 12")
  await expect(still).toHaveTitle("Contact 12 · Waybill")
  await still.getByText("History", { exact: true }).click()
  await expect(still.locator("#history")).toContainText("Created")
  await still.getByRole("link", { name: "Edit", exact: true }).click()
  await expect(still).toHaveURL(/\?edit$/u)
  await expect(still.getByLabel("Display name")).toHaveValue("Contact 12")
  await still.context().close()
})

test("who lacks the right reads, and is told why nothing can be changed", async ({
  page,
  browser,
  server,
  complaints,
}) => {
  complaints.expect(/status of 40[34]/u)
  const registration = newRegistration()
  await register(page, registration)
  const id = await newContact(page, { displayName: "Atlas Steel" })
  const { guest, id: userId } = await colleague(page, registration, { browser, server })
  const roles = await call(page, "GET", "/iam/api/v1/roles?search=Viewer")
  await call(page, "PATCH", `/iam/api/v1/users/${userId}`, { body: { roleIds: [idIn(roles)] } })
  await guest.goto(`/contacts/${id}`)
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("Atlas Steel")
  await expect(guest.getByRole("heading", { name: "Contact details" })).toBeVisible()
  await expect(guest.getByRole("link", { name: /^Edit/u })).toHaveCount(0)
  for (const name of ["Duplicate", "Merge…", "Delete", "Write"]) {
    await expect(guest.getByRole("button", { name, exact: true })).toHaveCount(0)
  }
  await guest.goto(`/contacts/${id}?edit`)
  await expect(guest.getByRole("note")).toContainText("“Contacts: Edit”")
  await expect(guest.locator('[data-field="displayName"] dd')).toHaveText("Atlas Steel")
  await expect(guest.getByLabel("Display name")).toBeHidden()
  await expect(guest.getByRole("button", { name: "Delete" })).toHaveAttribute(
    "aria-disabled",
    "true",
  )
  await guest.goto("/contacts/00000000-0000-4000-8000-000000000000")
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("Record not found")
})
