/** A form with changes that are not stored is not left unasked, by whatever way, and nothing typed is lost. */
import type { Page } from "@playwright/test"

import { call, idIn, newRegistration, register, signIn } from "./company.ts"
import { expect, test } from "./fixtures.ts"
import { message } from "./messages.ts"
import { fact, openForm } from "./reading.ts"
import { save } from "./save.ts"

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "You have unsaved changes" })

test("a link, Back, the palette, a closed tab and a sign-out ask first, each time", async ({
  page,
}) => {
  const registration = newRegistration()
  await register(page, registration)
  const body = { displayName: "Atlas Steel" }
  const id = idIn(await call(page, "POST", "/contact/api/v1/contacts", { body }))
  await page.goto("/contacts?page=1")
  await page.getByRole("link", { name: "Atlas Steel" }).click()
  await openForm(page)
  const title = page.getByLabel("Job title")
  const leave = dialogOf(page)

  // A link; Escape stays, and what was typed with it.
  await title.fill("Buyer")
  await page.getByRole("link", { name: "Dashboard" }).first().click()
  await expect(leave).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(leave).toBeHidden()
  await expect(title).toHaveValue("Buyer")

  // Back, after a save: what is typed since is asked about again, and Back leads past the form to the list.
  await save(page)
  await expect(message(page, "Saved.")).toBeVisible()
  await openForm(page)
  await title.fill("Head buyer")
  await page.goBack()
  await leave.getByRole("button", { name: "Discard" }).click()
  await expect(page).toHaveURL(/\/contacts\?page=1$/u)
  await page.getByRole("link", { name: "Atlas Steel" }).click()
  await expect(fact(page, "Job title")).toHaveText("Buyer")
  await expect(page.getByText(/Unsaved changes of/u)).toBeHidden()

  // The palette; the draft is kept and offered.
  await openForm(page)
  await title.fill("Export manager")
  await page.keyboard.press("Control+k")
  await page.getByRole("combobox", { name: "Search or run a command" }).fill("roles")
  await page.keyboard.press("Enter")
  await leave.getByRole("button", { name: "Save as draft" }).click()
  await expect(page).toHaveURL(/\/settings\/roles/u)
  await page.goto(`/contacts/${id}`)
  await page.getByRole("button", { name: "Restore" }).click()
  await expect(title).toHaveValue("Export manager")

  // A tab that is closed: the browser asks.
  const asked = page.waitForEvent("dialog")
  await page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe("beforeunload")
  await question.dismiss()
  await expect(title).toHaveValue("Export manager")

  // A sign-out; it is saved first.
  await page.getByRole("button", { name: /your account/u }).click()
  await page.getByRole("button", { name: "Sign out", exact: true }).click()
  await leave.getByRole("button", { name: "Save", exact: true }).click()
  await expect(page).toHaveURL(/\/login/u)
  await signIn(page, registration)
  await expect(page).toHaveURL("/dashboard")
  await page.goto(`/contacts/${id}?edit`)
  await expect(title).toHaveValue("Export manager")

  // An untouched form is left without a word.
  await page.getByRole("link", { name: "Dashboard" }).first().click()
  await expect(page).toHaveURL("/dashboard")
})
