/** The first day of a company: it registers, its first user comes and goes, with and without JavaScript. */
import { newRegistration, register, signIn, signOut } from "./company.ts"
import { openDrawn, withoutScript } from "./drawn.ts"
import { expect, test } from "./fixtures.ts"

test("a company registers, reloads, signs out and is led back to where it wanted to go", async ({
  page,
  browser,
  server,
}) => {
  const registration = newRegistration()
  const name = `${registration.firstName} ${registration.lastName}`
  await register(page, registration)
  await expect(page.getByRole("heading", { level: 1 })).toContainText(registration.firstName)
  await expect(page.getByRole("main")).toContainText(registration.companyName)

  await page.reload()
  await expect(page.getByRole("main")).toContainText(registration.companyName)

  // The same session in a browser without JavaScript: what is seen now was rendered by the server.
  const plainPage = await withoutScript(page, browser, server)
  await plainPage.goto("/dashboard")
  await expect(plainPage.getByRole("main")).toContainText(registration.companyName)
  await expect(plainPage.getByText(name).first()).toBeVisible()
  await plainPage.context().close()

  await signOut(page, registration)
  const response = await page.goto("/settings/profile")
  expect(response?.request().redirectedFrom()?.url()).toContain("/settings/profile")
  expect(new URL(page.url()).search).toBe("?redirect_uri=%2Fsettings%2Fprofile")

  await signIn(page, registration)
  await expect(page).toHaveURL("/settings/profile")
  await expect(page.getByRole("main")).toContainText(registration.email)
})

test("a wrong password is told, and what was typed stays", async ({ page, complaints }) => {
  complaints.expect(/status of 400/u)
  const registration = newRegistration()
  await register(page, registration)
  await signOut(page, registration)
  await signIn(page, { email: registration.email, password: "not-the-password" })
  await expect(page.getByRole("alert").first()).toBeVisible()
  await expect(page.getByRole("textbox", { name: "E-mail address", exact: true })).toHaveValue(
    registration.email,
  )
  await expect(page).toHaveURL("/login")
})

test("signing in needs no JavaScript", async ({ page, browser, server }) => {
  const registration = newRegistration()
  await register(page, registration)
  const plainPage = await withoutScript(null, browser, server)
  await plainPage.goto("/settings/profile")
  await signIn(plainPage, registration)
  await expect(plainPage).toHaveURL("/settings/profile")
  await expect(plainPage.getByRole("main")).toContainText(registration.email)
  await plainPage.context().close()
})

test("a signed-in visitor of an unknown address sees the not-found screen with status 404", async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 404/u)
  await register(page, newRegistration())
  const { status } = await openDrawn(page, "/no/such/place")
  expect(status).toBe(404)
  await expect(page.getByRole("navigation").first()).toBeVisible()
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
})

test("signing out in one tab signs the other out", async ({ page, context }) => {
  const registration = newRegistration()
  await register(page, registration)
  const other = await context.newPage()
  await other.goto("/settings/profile")
  await expect(other.getByRole("main")).toContainText(registration.email)
  await signOut(page, registration)
  await expect(other).toHaveURL(/\/login/u)
})
