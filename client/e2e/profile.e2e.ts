/** One's own profile: changed by keyboard, merged with what was changed elsewhere, and the ways to sign in. */

import { call, newRegistration, register, signIn } from "./company.ts"
import { noFaults } from "./faultless.ts"
import { expect, needsPush, needsOwnProvider, test } from "./fixtures.ts"
import { linkInMailTo } from "./mails.ts"
import { message } from "./messages.ts"
import { save } from "./save.ts"

const ME = "/iam/api/v1/users/me"

test("the own profile is changed by keyboard, checked, merged and taken back", async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of (412|422)/u)
  await register(page, newRegistration())
  await page.goto("/settings/profile")
  const main = page.getByRole("main")
  const saved = message(page, "Saved.")

  // What is wrong is said in a summary that takes the focus and leads to the field.
  await main.getByLabel("Phone").fill("020 123")
  await main.getByLabel("Job title").fill("Import clerk")
  await expect(main.getByText("2 unsaved changes")).toBeVisible()
  await save(page)
  const summary = main.getByRole("alert", { name: "Couldn't save your changes." })
  await expect(summary).toBeFocused()
  await summary.getByRole("link").press("Enter")
  await expect(main.getByLabel("Phone")).toBeFocused()
  await main.getByLabel("Phone").fill("+31201234567")
  await save(page)
  await expect(saved).toBeVisible()
  await page.reload()
  await expect(main.getByLabel("Phone")).toHaveValue("+31201234567")
  await expect(main.getByLabel("Job title")).toHaveValue("Import clerk")

  // Somebody else's change of another field stays; of the same one it is chosen.
  await call(page, "PATCH", ME, { body: { department: "Sea freight" } })
  await main.getByLabel("Last name").fill("Okonkwo-Bright")
  await save(page)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ada Okonkwo-Bright")
  await expect(main.getByLabel("Department")).toHaveValue("Sea freight")
  await call(page, "PATCH", ME, { body: { department: "Air freight" } })
  await main.getByLabel("Department").fill("Road freight")
  await save(page)
  const conflict = page.getByRole("dialog", { name: /changed the same fields/u })
  await expect(conflict).toContainText("Air freight")
  // The dialog closes before the answer is there.
  const answer = page.waitForResponse((it) => it.request().method() === "PATCH" && it.ok())
  await conflict.getByRole("button", { name: "Save selection" }).click()
  await expect(conflict).toBeHidden()
  await answer
  await page.reload()
  await expect(main.getByLabel("Department")).toHaveValue("Road freight")

  await main.getByLabel("Department").fill("Nothing")
  await main.getByRole("button", { name: "Discard changes" }).press("Enter")
  await expect(main.getByLabel("Department")).toHaveValue("Road freight")

  await noFaults(page)
  // The language draws the page anew.
  await main.getByLabel("Times").selectOption("12")
  await main.getByRole("combobox", { name: /^Language/u }).selectOption("ar")
  await save(page)
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl")
})

test("a new password takes the present one, and signs the other browsers out", async ({
  page,
  browser,
  server,
  complaints,
}) => {
  needsPush("an open page learns of it at its next call")
  complaints.expect(/status of (400|401)/u)
  const registration = newRegistration()
  await register(page, registration)
  const phone = await (await browser.newContext({ baseURL: server.origin })).newPage()
  await phone.goto("/login")
  await signIn(phone, registration)
  await expect(phone).toHaveURL(/\/dashboard$/u)

  await page.goto("/settings/profile")
  const main = page.getByRole("main")
  await main.getByRole("button", { name: "Change password" }).first().click()
  const dialog = page.getByRole("dialog", { name: "Change password" })
  const next = "basalt-harbour-17"
  await dialog.getByLabel("Current password").fill("not this one")
  await dialog.getByLabel("New password").fill(next)
  await page.keyboard.press("Enter")
  await expect(dialog.getByRole("alert").filter({ hasText: "Incorrect e-mail" })).toBeVisible()
  await dialog.getByLabel("Current password").fill(registration.password)
  await page.keyboard.press("Enter")
  await expect(page.getByRole("status").filter({ hasText: "Password changed." })).toBeVisible()
  await expect(phone).toHaveURL(/\/login/u)
  // This page signs in anew by itself, and may just be on its way.
  await expect(async () => {
    await page.goto("/dashboard")
    expect(new URL(page.url()).pathname).toBe("/dashboard")
  }).toPass()
  await phone.context().close()
})

test("another address takes the password, and is the user's once its mail was opened", async ({
  page,
  browser,
  server,
  complaints,
}) => {
  needsOwnProvider("the mail is the provider's, and the sign-ins end when the server asks it next")
  complaints.expect(/status of (400|401)/u)
  const registration = newRegistration()
  await register(page, registration)
  const address = registration.email.replace("ada-", "ada-new-")
  await page.goto("/settings/profile")
  const main = page.getByRole("main")
  await main.getByRole("button", { name: "Change e-mail address" }).click()
  const asking = page.getByRole("dialog", { name: "Change e-mail address" })
  await asking.getByLabel("New e-mail address").fill(registration.email)
  await asking.getByLabel("Confirm with your password").fill(registration.password)
  await page.keyboard.press("Enter")
  const fault = asking.getByRole("alert").filter({ hasText: "This is already your address." })
  await expect(fault).toBeVisible()
  await asking.getByLabel("New e-mail address").fill(address)
  await page.keyboard.press("Enter")
  await expect(main.getByText(`Waiting for ${address}`)).toBeVisible()
  await page.reload()
  await expect(main.getByText(`Waiting for ${address}`)).toBeVisible()

  const phone = await (await browser.newContext({ baseURL: server.origin })).newPage()
  await phone.goto(await linkInMailTo(address, server.dataDir))
  await phone.getByRole("button").click()
  // The page may be on its way there by itself.
  await expect(async () => {
    await page.goto("/dashboard")
    expect(new URL(page.url()).pathname).toBe("/login")
  }).toPass()
  await signIn(page, { email: address, password: registration.password })
  // Where it was when its session ended, if it left by itself.
  await expect(page).toHaveURL(/\/(?:dashboard|settings\/profile)$/u)
  await phone.context().close()
})
