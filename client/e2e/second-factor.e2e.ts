/** The second factor: a code is mailed, a wrong and an old one are refused, and the right one signs in. */
import type { Page } from "@playwright/test"

import { copyText } from "./clipboard.ts"
import { call, newRegistration, register, signIn, signOut, verify } from "./company.ts"
import type { Registration } from "./company.ts"
import { withoutScript } from "./drawn.ts"
import { fitsScreen, noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { codeMailed } from "./mails.ts"
import type { Server } from "./server.ts"

test("a wrong and an old code are refused, and the right one, pasted, leads to the page asked for", async ({
  page,
  server,
  complaints,
}) => {
  test.slow()
  complaints.expect(/status of 422/u)
  const addresses: string[] = []
  const logged: string[] = []
  page.on("request", (request) => addresses.push(request.url()))
  page.on("console", (message) => logged.push(message.text()))
  const registration = newRegistration()
  await registerCareful(page, registration, server)

  await page.goto("/settings/profile")
  await signIn(page, registration)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enter your code")
  const { pathname, searchParams } = new URL(page.url())
  expect(pathname).toBe("/login")
  expect([...searchParams.keys()]).toEqual(["fbtkn", "sendCode", "emailId", "redirect_uri"])
  expect(searchParams.get("fbtkn")).toMatch(/^[\da-f]{64}$/u)
  expect(searchParams.get("emailId")).toBe(registration.email)
  await expect(page.getByRole("main")).toContainText(registration.email)

  const field = page.getByRole("textbox")
  await expect(field).toHaveAccessibleName("Code from the message")
  await expect(field).toHaveAttribute("autocomplete", "one-time-code")
  const first = await codeMailed(1, registration.email, server.dataDir)
  const wrong = String((Number(first) + 1) % 1_000_000).padStart(6, "0")
  await field.fill(wrong)
  await page.keyboard.press("Enter")
  await expect(page.getByRole("main").getByRole("alert")).toContainText("You can try 4 more times.")
  await expect(field).toHaveValue(wrong)

  await page.getByRole("button", { name: "Send a new code" }).click()
  await expect(page.getByRole("main").getByRole("status")).toContainText("We sent a new code.")
  const resend = page.getByRole("button", { name: /Send a new code in (?:30|2\d) s/u })
  await expect(resend).toHaveAttribute("aria-disabled", "true")
  const second = await codeMailed(2, registration.email, server.dataDir)
  await resend.click({ force: true })
  await field.fill(first)
  await page.getByRole("button", { name: "Sign in" }).click()
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "A newer code has replaced this one.",
  )
  await expect(field).toHaveValue(first)

  // As mail programs show it.
  const shown = ` ${second.slice(0, 3)} ${second.slice(3)} `
  await copyText(page, shown)
  await field.press("Control+a")
  await field.press("Control+v")
  await expect(field).toHaveValue(shown)
  // Pressing the button that waits has mailed nothing.
  await codeMailed(2, registration.email, server.dataDir)
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL("/settings/profile")
  await expect(page.getByRole("main")).toContainText(registration.email)

  // The SDK finds its user again when the page opens, and the handle is in no history.
  await page.reload()
  await page.waitForLoadState("networkidle")
  await expect(page).toHaveURL("/settings/profile")
  await page.goBack()
  await page.waitForLoadState("networkidle")
  expect(page.url()).not.toContain("fbtkn")
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Enter your code")
  // No code was ever in an address, nor in what the console keeps.
  for (const code of [wrong, first, second]) {
    expect([...addresses, ...logged].filter((text) => text.includes(code))).toEqual([])
  }
})

test("a code needs no JavaScript", async ({ page, server, browser }) => {
  const registration = newRegistration()
  await registerCareful(page, registration, server)
  const plainPage = await withoutScript(null, browser, server)
  await plainPage.goto("/settings/profile")
  await signIn(plainPage, registration)
  const field = plainPage.getByLabel("Code from the message")
  const first = await codeMailed(1, registration.email, server.dataDir)
  await plainPage.getByRole("button", { name: "Send a new code" }).click()
  await expect(plainPage.getByRole("main").getByRole("status")).toContainText("We sent a new code.")
  const second = await codeMailed(2, registration.email, server.dataDir)
  await field.fill(first)
  await plainPage.getByRole("button", { name: "Sign in" }).click()
  await expect(plainPage.getByRole("main")).toContainText("A newer code has replaced this one.")
  await expect(field).toHaveValue(first)
  await field.fill(second)
  await plainPage.getByRole("button", { name: "Sign in" }).click()
  await expect(plainPage).toHaveURL("/settings/profile")
  await expect(plainPage.getByRole("main")).toContainText(registration.email)
  await plainPage.context().close()
})

test("whoever cannot get the code signs in again, as anybody", async ({ page, server }) => {
  const registration = newRegistration()
  await registerCareful(page, registration, server)
  await page.goto("/login")
  await signIn(page, registration)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enter your code")
  await page.getByRole("link", { name: "Sign in again" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in")
  await page.waitForLoadState("networkidle")
  await expect(page).toHaveURL("/login")
})

for (const colorScheme of ["light", "dark"] as const) {
  test(`the page is accessible in the ${colorScheme} theme and fits a phone`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 390, height: 844 })
    const longest = `${"anna-maria.van-der-berg".repeat(3)}@harbour-freight-international.example`
    await page.goto(`/login?fbtkn=5ec2e7&sendCode=true&emailId=${longest}`)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enter your code")
    await noFaults(page)
    await fitsScreen(page)
  })
}

/** Registers, turns the second factor on and signs out. */
async function registerCareful(page: Page, registration: Registration, server: Server) {
  await register(page, registration)
  await verify(page, registration, server)
  await call(page, "PATCH", "/iam/api/v1/users/me", { body: { twoFactorAuth: true } })
  await signOut(page, registration)
}
