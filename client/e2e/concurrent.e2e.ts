/** Two people and one record: they see each other, what they change apart is joined, and what they change alike is chosen. */
import type { Page } from "@playwright/test"

import { call, colleague, idIn, newRegistration, register } from "./company.ts"
import { noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { message } from "./messages.ts"
import { fact, openForm } from "./reading.ts"

const SERVICE = "/contact/api/v1/contacts"

test("a stale save is joined field by field, and the same field is chosen side by side with who and when", async ({
  page,
  browser,
  server,
  complaints,
}) => {
  test.slow()
  complaints.expect(/status of 412/u)
  const registration = newRegistration()
  await register(page, registration)
  const contact = { body: { displayName: "Atlas Steel", jobTitle: "", department: "Sales" } }
  const id = idIn(await call(page, "POST", SERVICE, contact))
  const { guest } = await colleague(page, registration, { browser, server })
  const bare = await page.request.patch(`${SERVICE}/${id}`, {
    headers: { Authorization: `Bearer ${await tokenOf(page)}` },
    data: { jobTitle: "Boss" },
  })
  expect(bare.status()).toBe(428)

  // Another field.
  await page.goto(`/contacts/${id}`)
  await guest.goto(`/contacts/${id}`)
  await save(guest, "Job title", "Buyer")
  await save(page, "Department", "Export")
  await expect(fact(page, "Job title")).toHaveText("Buyer")

  // The same field, to the same value: nobody is asked. The version that each save brought is the one that the next is made from.
  await guest.reload()
  await save(guest, "Job title", "Chief buyer")
  await save(page, "Job title", "Chief buyer")
  await save(page, "Department", "Import")

  // The same field, to another value.
  await guest.reload()
  await openForm(page)
  await save(guest, "Department", "Returns")
  await page.getByLabel("Department").fill("Claims")
  await page.getByLabel("Job title").fill("Head of claims")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  const dialog = page.getByRole("dialog", { name: /changed the same fields/u })
  await expect(dialog).toContainText(/Saved by Ina Neu on .*\d\d:\d\d/u)
  await expect(dialog.getByRole("row")).toHaveCount(2)
  await expect(dialog.getByRole("row").last()).toContainText(/Department.*Import.*Returns.*Claims/u)
  await noFaults(page)
  await dialog.getByRole("radio", { name: "Theirs" }).check()
  await dialog.getByRole("button", { name: "Save selection" }).click()
  await expect(dialog).toBeHidden()
  await expect(message(page, "Saved.")).toBeVisible()
  await expect(fact(page, "Department")).toHaveText("Returns")
  await page.reload()
  await expect(fact(page, "Department")).toHaveText("Returns")
  await expect(fact(page, "Job title")).toHaveText("Head of claims")
  await guest.context().close()
})

/** Changes one field and waits until it is stored. */
async function save(page: Page, field: string, value: string) {
  await openForm(page)
  await page.getByLabel(field).fill(value)
  const unsaved = page.getByText("1 unsaved change")
  await expect(unsaved).toBeVisible()
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await expect(unsaved).toBeHidden()
  await expect(fact(page, field)).toHaveText(value)
}

async function tokenOf(page: Page): Promise<string> {
  return (await page.context().cookies()).find(({ name }) => name === "token")?.value ?? ""
}
