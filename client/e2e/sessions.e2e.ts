/** Where somebody is signed in: seen, and ended from elsewhere. */
import type { Browser } from "@playwright/test"

import { listening, newRegistration, register, signIn, signOut, verify } from "./company.ts"
import type { Registration } from "./company.ts"
import { fitsScreen, noFaults } from "./faultless.ts"
import { expect, needsPush, test } from "./fixtures.ts"
import { tabTo } from "./keys.ts"
import { codeMailed } from "./mails.ts"
import type { Server } from "./server.ts"

const PLACES = "/settings/profile"

test("by keyboard alone another browser is signed out, at once and for good", async ({
  page,
  browser,
  server,
}) => {
  needsPush("an open page learns of it at its next call")
  const registration = newRegistration()
  await register(page, registration)
  const other = await elsewhere(browser, server, registration)

  await page.goto(PLACES)
  const places = page.getByRole("list", { name: "Places" })
  await expect(places.getByRole("listitem")).toHaveCount(2)
  await expect(places.getByRole("listitem").first()).toContainText("This browser")
  await expect(
    places
      .getByRole("listitem")
      .first()
      .getByRole("button", { name: /Sign out/u }),
  ).toHaveCount(0)
  const button = places.getByRole("button", { name: /^Sign out \S+ on \S+, from 127\.0\.0\.1$/u })
  await tabTo(page, button, 80)
  await page.keyboard.press("Enter")
  await expect(places.getByRole("listitem")).toHaveCount(1)
  await expect(places).toBeFocused()

  await expect(other).toHaveURL(/\/login\?redirect_uri=/u)
  // Nothing that its browser kept lets it in again.
  await other.goto("/dashboard")
  await other.waitForLoadState("networkidle")
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Sign in")
  await page.reload()
  await expect(places.getByRole("listitem")).toHaveCount(1)
  await other.context().close()
})

test("all other browsers are signed out in one go", async ({ page, browser, server }) => {
  needsPush("an open page learns of it at its next call")
  test.slow()
  const registration = newRegistration()
  await register(page, registration)
  const others = [
    await elsewhere(browser, server, registration),
    await elsewhere(browser, server, registration),
  ]
  await page.goto(PLACES)
  await expect(page.getByRole("list", { name: "Places" }).getByRole("listitem")).toHaveCount(3)
  await page.getByRole("button", { name: "Sign out everywhere else" }).click()
  await expect(page.getByRole("list", { name: "Places" }).getByRole("listitem")).toHaveCount(1)
  await expect(page.getByRole("button", { name: "Sign out everywhere else" })).toBeHidden()
  for (const other of others) {
    await expect(other).toHaveURL(/\/login/u)
    await other.context().close()
  }
  await expect(page).toHaveURL(PLACES)
})

test("the second factor is turned on by its user, wants a verified address, and asks at the next sign-in", async ({
  page,
  server,
  complaints,
}) => {
  test.slow()
  complaints.expect(/status of 422/u)
  const registration = newRegistration()
  await register(page, registration)
  await page.goto(PLACES)
  const turnOn = page.getByRole("button", { name: "Turn on two-factor authentication" })
  await expect(turnOn).toBeDisabled()
  await expect(turnOn).toHaveAccessibleDescription(
    "Verify your e-mail address first. The codes are sent there.",
  )

  await verify(page, registration, server)
  await page.goto(PLACES)
  await page.waitForLoadState("networkidle")
  await turnOn.focus()
  await page.keyboard.press("Enter")
  await expect(
    page.getByRole("button", { name: "Turn off two-factor authentication" }),
  ).toBeVisible()
  await signOut(page, registration)

  await page.goto("/login")
  await signIn(page, registration)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enter your code")
  const code = await codeMailed(1, registration.email, server.dataDir)
  const field = page.getByLabel("Code from the message")
  await field.fill(String((Number(code) + 1) % 1_000_000).padStart(6, "0"))
  await page.keyboard.press("Enter")
  await expect(page.getByRole("main").getByRole("alert")).toContainText("You can try 4 more times.")
  await field.fill(code)
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL("/dashboard")

  await page.goto(PLACES)
  await page.waitForLoadState("networkidle")
  await page.getByRole("button", { name: "Turn off two-factor authentication" }).click()
  await expect(turnOn).toBeVisible()
})

for (const colorScheme of ["light", "dark"] as const) {
  test(`the list of places is accessible in the ${colorScheme} theme and fits a phone`, async ({
    page,
    browser,
    server,
  }) => {
    const registration = newRegistration()
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 390, height: 844 })
    await register(page, registration)
    const other = await elsewhere(browser, server, registration)
    await page.goto(PLACES)
    await expect(page.getByRole("list", { name: "Places" }).getByRole("listitem")).toHaveCount(2)
    await noFaults(page)
    await fitsScreen(page)
    await other.context().close()
  })
}

/** The dashboard in another browser, once its page listens. */
async function elsewhere(browser: Browser, server: Server, registration: Registration) {
  const context = await browser.newContext({ baseURL: server.origin })
  const other = await context.newPage()
  await other.goto("/login")
  await signIn(other, registration)
  await expect(other).toHaveURL(/\/dashboard$/u)
  await listening(other)
  return other
}
