/** Companies and their first users for tests: each test registers its own, through the screen. */
import type { Page } from "@playwright/test"

import { expect } from "./fixtures.ts"
import { linkInMailTo } from "./mails.ts"
import type { Server } from "./server.ts"

export type Registration = {
  firstName: string
  lastName: string
  email: string
  password: string
  companyName: string
}

let count = 0

/** A registration that no other test of this run uses. */
export function newRegistration(): Registration {
  count += 1
  const unique = `${String(process.pid)}-${String(count)}-${String(Date.now())}`
  return {
    firstName: "Ada",
    lastName: "Okonkwo",
    email: `ada-${unique}@harbour.example`,
    password: "granite-anchor-42",
    companyName: `Harbour Freight ${unique}`,
  }
}

/** Fills in the registration screen and waits for the dashboard. */
export async function register(page: Page, registration: Registration) {
  await page.goto("/register")
  await page.getByLabel("First name").fill(registration.firstName)
  await page.getByLabel("Last name").fill(registration.lastName)
  await page.getByLabel("E-mail", { exact: false }).fill(registration.email)
  await page.getByLabel("Password", { exact: true }).fill(registration.password)
  await page.getByLabel("Company name").fill(registration.companyName)
  await page.getByLabel("Operating country").selectOption({ label: "Netherlands" })
  await page.getByRole("button", { name: "Create account" }).click()
  await expect(page).toHaveURL("/dashboard")
}

/** Fills in the sign-in screen that is open. */
export async function signIn(
  page: Page,
  { email, password }: Pick<Registration, "email" | "password">,
) {
  await page.getByLabel("E-mail", { exact: false }).fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign in" }).click()
}

/** Opens the user menu and signs out. */
export async function signOut(page: Page, { firstName, lastName }: Registration) {
  await page.getByRole("button", { name: new RegExp(`${firstName} ${lastName}`, "u") }).click()
  await page.getByRole("button", { name: "Sign out" }).click()
  await expect(page).toHaveURL(/\/login/u)
}

/** Proves the address by the link of the mail that registering sent, and waits until the page knows. */
export async function verify(page: Page, { email }: Registration, { dataDir }: Server) {
  await page.goto(await linkInMailTo(email, dataDir))
  await page.getByRole("button").click()
  await page.goto("/dashboard")
  await expect(page.getByRole("main")).toContainText(/\S/u)
  await expect(page.getByText("Please verify your email to activate your account.")).toBeHidden()
}

/** Calls a service as the signed-in page does; gives the body. */
export async function call(
  page: Page,
  method: string,
  path: string,
  { body, type = "application/json" }: { body?: unknown; type?: string } = {},
) {
  const token = (await page.context().cookies()).find(({ name }) => name === "token")?.value ?? ""
  const answer = await page.request.fetch(path, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      "If-Match": "*",
      ...(body === undefined ? {} : { "Content-Type": type }),
    },
    ...(body === undefined ? {} : { data: body }),
  })
  expect(answer.status(), await answer.text()).toBeLessThan(300)
  return await answer.text()
}
