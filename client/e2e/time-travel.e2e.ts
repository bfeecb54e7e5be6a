/** A record as it was: found in its history, put back field by field; and a merge undone from where it is looked for later. */
import type { Locator, Page } from "@playwright/test"

import { call, colleague, idIn, newRegistration, register } from "./company.ts"
import { noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { isHydrated } from "./hydration.ts"
import { message } from "./messages.ts"

const SERVICE = "/contact/api/v1/contacts"

async function newContact(page: Page, body: object): Promise<string> {
  return idIn(await call(page, "POST", SERVICE, { body }))
}

async function expectSound(page: Page) {
  await noFaults(page)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    "no sideways scroll",
  ).toBe(true)
}

/** The history of the record that is shown, opened. */
async function openHistory(page: Page): Promise<Locator> {
  await page.waitForFunction(isHydrated)
  const history = page.locator("#history")
  if ((await history.getAttribute("open")) === null) await history.locator("summary").click()
  return history
}

/** The part of a page that a field has. */
function cell(page: Page, name: string): Locator {
  return page.locator(".rc-cell").filter({ has: page.locator(`#field-${name}`) })
}

/** What a contact holds, without what every write changes. */
async function held(page: Page, id: string): Promise<unknown> {
  const { data } = JSON.parse(await call(page, "GET", `${SERVICE}/${id}`))
  const { version: _, updatedAt: __, updatedBy: ___, ...rest } = data
  return rest
}

for (const width of [1360, 390]) {
  test(`a contact is read as it was and one field is put back, at ${String(width)} px`, async ({
    complaints,
    page,
  }) => {
    test.slow()
    // The browser notes the version that has moved on, and the moment before the record.
    complaints.expect(/status of 4(?:04|12)/u)
    await page.setViewportSize({ width, height: 844 })
    await register(page, newRegistration())
    const id = await newContact(page, {
      firstName: "Aiko",
      lastName: "Haddad",
      jobTitle: "Clerk",
      notes: "Prefers mail.",
      emails: [{ address: "aiko@atlas.example", type: "work" }],
    })
    const path = `${SERVICE}/${id}`
    const change = async (body: object) => call(page, "PATCH", path, { body })
    await change({ jobTitle: "Export manager", notes: "Call first." })
    await change({ emails: [], lastName: "Novak", displayName: "Aiko Novak" })

    await test.step("an entry of the history leads to the record of that time", async () => {
      await page.goto(`/contacts/${id}`)
      const history = await openHistory(page)
      await expect(history.getByRole("link", { name: /^View record as of /u })).toHaveCount(3)
      await history
        .getByRole("link", { name: /^View record as of /u })
        .last()
        .click()
      await expect(page).toHaveURL(/\/contacts\/[^?]+\?at=/u)
      await expect(page.getByText("You are viewing this record as it was on")).toBeVisible()
      await expect(page.getByText("5 fields differ from today.")).toBeVisible()
      await expect(cell(page, "jobTitle")).toContainText("Clerk")
      await expect(cell(page, "jobTitle")).toContainText("Export manager")
      await expect(cell(page, "emails")).toContainText("aiko@atlas.example")
      await expect(cell(page, "firstName")).not.toContainText("Today")
      await expectSound(page)
    })

    await test.step("the address can be kept, and is drawn without script", async () => {
      const answer = await page.request.get(page.url())
      const html = await answer.text()
      expect(html).toContain("5 fields differ from today.")
      expect(html).toContain("Clerk")
    })

    await test.step("one value is restored, and the others stay", async () => {
      await page.waitForFunction(isHydrated)
      await page.getByRole("button", { name: "Restore this value: Job title" }).press("Enter")
      await expect(message(page, "Job title restored.")).toBeVisible()
      await expect(page.getByText("4 fields differ from today.")).toBeVisible()
      await expect(cell(page, "jobTitle")).not.toContainText("Today")
      expect(await held(page, id)).toMatchObject({ jobTitle: "Clerk", notes: "Call first." })
    })

    await test.step("what somebody else changed meanwhile is asked about", async () => {
      await change({ notes: "Write in Dutch." })
      await page.getByRole("button", { name: "Restore this value: Notes" }).click()
      const dialog = page.getByRole("dialog", {
        name: "Someone else changed the same fields",
      })
      await expect(dialog.getByRole("row", { name: /Notes/u })).toContainText("Write in Dutch.")
      await dialog.getByRole("radio", { name: "Yours" }).check()
      await dialog.getByRole("button", { name: "Save selection" }).click()
      await expect(message(page, "Notes restored.")).toBeVisible()
      expect(await held(page, id)).toMatchObject({ notes: "Prefers mail.", lastName: "Novak" })
    })

    await test.step("a list is restored whole", async () => {
      await page.getByRole("button", { name: "Restore this value: E-mail addresses" }).click()
      await expect(message(page, "E-mail addresses restored.")).toBeVisible()
      expect(await held(page, id)).toMatchObject({ emails: [{ address: "aiko@atlas.example" }] })
    })

    await test.step("a date and time can be entered, and one before the record says so", async () => {
      await page.getByLabel("Date and time").fill("1 Jan 2020")
      await page.getByRole("button", { name: "View record", exact: true }).click()
      await expect(page.getByText("This record did not exist yet")).toBeVisible()
      await expectSound(page)
      await page.getByRole("link", { name: "View current record" }).first().click()
      await expect(page).toHaveURL(`/contacts/${id}`)
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Aiko Novak")
    })
  })

  test(`a merge is undone from the history and from the contact that went, at ${String(width)} px`, async ({
    page,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height: 844 })
    await register(page, newRegistration())
    const from = await newContact(page, {
      firstName: "Bram",
      lastName: "Novak",
      department: "Export",
      emails: [{ address: "bram@atlas.example", type: "work" }],
    })
    const into = await newContact(page, { firstName: "Bram", lastName: "Nowak" })
    const before = [await held(page, from), await held(page, into)]
    const merge = () => call(page, "POST", `${SERVICE}/${from}/merge`, { body: { into } })

    await test.step("through the screen they become one, and the page is left", async () => {
      await page.goto(`/contacts/${from}`)
      await page.waitForFunction(isHydrated)
      await page.getByRole("button", { name: "Merge…" }).click()
      const dialog = page.getByRole("dialog", { name: /Merge Bram Novak/u })
      await dialog.getByRole("combobox").fill("Nowak")
      await page.getByRole("option", { name: /Bram Nowak/u }).click()
      await dialog.getByRole("button", { name: "Merge into Bram Nowak" }).click()
      await expect(page).toHaveURL(`/contacts/${into}`)
      await page.goto("/dashboard")
    })

    await test.step("later the history of the one that stayed undoes it", async () => {
      await page.goto(`/contacts/${into}`)
      const history = await openHistory(page)
      await history.getByRole("button", { name: "Undo merge" }).click()
      await expect(message(page, "The change was undone.")).toBeVisible()
      await expect(history.getByRole("button", { name: "Undo merge" })).toBeHidden()
      expect([await held(page, from), await held(page, into)]).toEqual(before)
    })

    await test.step("the one that went says where, and undoes it too", async () => {
      await merge()
      await page.goto(`/contacts/${from}`)
      const note = page.getByRole("note")
      await expect(note).toContainText(/This was merged into Bram Nowak by Ada Okonkwo on/u)
      await expectSound(page)
      await note.getByRole("link", { name: "Bram Nowak" }).click()
      await expect(page).toHaveURL(`/contacts/${into}`)
      await page.goBack()
      await note.getByRole("button", { name: "Undo merge" }).press("Enter")
      await expect(message(page, "The change was undone.")).toBeVisible()
      await expect(note).toBeHidden()
      expect([await held(page, from), await held(page, into)]).toEqual(before)
    })

    await test.step("what was changed since stays, as was said", async () => {
      await merge()
      await call(page, "PATCH", `${SERVICE}/${into}`, { body: { jobTitle: "Clerk" } })
      await page.goto(`/contacts/${into}`)
      const history = await openHistory(page)
      await expect(history).toContainText(
        "This record was changed since and stays as it is; the rest is undone.",
      )
      await history.getByRole("button", { name: "Undo merge" }).click()
      await expect(
        message(page, "Undone, except for 1 record that someone has changed since."),
      ).toBeVisible()
      expect(await held(page, from)).toEqual(before[0])
      expect(await held(page, into)).toMatchObject({ jobTitle: "Clerk", department: "Export" })
    })
  })
}

test("somebody else reads who can undo a merge", async ({ browser, page, server }) => {
  test.slow()
  const registration = newRegistration()
  await register(page, registration)
  const from = await newContact(page, { firstName: "Cleo", lastName: "One" })
  const into = await newContact(page, { firstName: "Cleo", lastName: "Two" })
  await call(page, "POST", `${SERVICE}/${from}/merge`, { body: { into } })
  const { guest } = await colleague(page, registration, { browser, server })
  await guest.goto(`/contacts/${into}`)
  const history = await openHistory(guest)
  await expect(history).toContainText("Only Ada Okonkwo, who did this, can undo it.")
  await expect(history.getByRole("button", { name: "Undo merge" })).toBeHidden()
  await guest.context().close()
})
