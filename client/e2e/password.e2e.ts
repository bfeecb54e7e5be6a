/** A forgotten password: asked for on the sign-in page, chosen anew by the link of the mail, and the old one is void. */
import { newRegistration, register, signIn, signOut } from "./company.ts"
import { expect, needsOwnProvider, test } from "./fixtures.ts"
import { linkInMailTo } from "./mails.ts"

const NEXT = "harbour-lantern-88"

test("a forgotten password is chosen anew by the link of the mail", async ({
  page,
  server,
  complaints,
}) => {
  needsOwnProvider("the mail and the page that it leads to are the provider's")
  complaints.expect(/status of 400/u)
  const registration = newRegistration()
  await register(page, registration)
  await signOut(page, registration)

  // The address that was typed to sign in is asked for no second time.
  await page.getByLabel("E-mail", { exact: false }).first().fill(registration.email)
  await page.getByRole("button", { name: "Forgot your password?" }).click()
  const dialog = page.getByRole("dialog", { name: "Choose a new password" })
  await expect(dialog.getByLabel("E-mail address of your account")).toHaveValue(registration.email)
  await dialog.getByLabel("E-mail address of your account").focus()
  await page.keyboard.press("Enter")
  await expect(dialog.getByText("we have sent it a link")).toBeVisible()
  await expect(async () => {
    const link = await linkInMailTo(registration.email, server.dataDir)
    expect(link).toContain("resetPassword")
    await page.goto(link)
  }).toPass()
  for (const field of await page.locator("input[type=password]").all()) await field.fill(NEXT)
  await page.getByRole("button").last().click()
  await page.waitForLoadState()

  await page.goto("/login")
  await signIn(page, registration)
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible()
  await page.getByLabel("Password", { exact: true }).fill(NEXT)
  await page.getByRole("button", { name: "Sign in" }).click()
  await expect(page).toHaveURL("/dashboard")
})
