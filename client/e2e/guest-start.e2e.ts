/** How a page for guests starts: with next to nothing, and with the application when it is used. */
import type { Page } from "@playwright/test"

import { newRegistration, register, signIn, signOut } from "./company.ts"
import { expect, test } from "./fixtures.ts"
import { heldRequests } from "./hydration.ts"

/** Every script but the one that the page starts with. */
const APPLICATION = /\/assets\/(?!guest-)[^/]+\.js$/u

/** Names of the scripts that the page fetches from now on. */
function watchScripts(page: Page): string[] {
  const scripts: string[] = []
  page.on("request", (request) => {
    if (!request.url().endsWith(".js")) return
    scripts.push(new URL(request.url()).pathname.replace(/-[^-]+$/u, ""))
  })
  return scripts
}

for (const path of ["/login", "/register"]) {
  test(`${path} fetches the application when it is used`, async ({ page }) => {
    const scripts = watchScripts(page)
    await page.goto(path)
    await page.waitForLoadState("networkidle")
    await page.getByRole("heading", { level: 1 }).click()
    expect(scripts).toEqual(["/assets/guest"])
    const field = page.getByLabel("Password", { exact: true })
    const entry = page.waitForRequest(/\/assets\/entry-[^/]+\.js$/u)
    await field.focus()
    await entry
    await page.getByRole("button", { name: "Show password" }).click()
    await expect(field).toHaveAttribute("type", "text")
  })
}

test("what is typed and pressed before the application has come is kept", async ({ page }) => {
  const registration = newRegistration()
  await page.goto("/register")
  const registering = heldRequests()
  await page.route(APPLICATION, registering.hold)
  await page.getByLabel("First name").fill(registration.firstName)
  await page.getByLabel("Last name").fill(registration.lastName)
  await page.getByLabel("Work e-mail address").fill(registration.email)
  await page.getByLabel("Company name").fill(registration.companyName)
  await page.getByLabel("Operating country").selectOption({ label: "Netherlands" })
  await page.getByRole("button", { name: "Show password" }).click()
  await page.getByLabel("Password", { exact: true }).fill(registration.password)
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL("/register")
  await registering.release()
  await expect(page).toHaveURL("/dashboard")
  await page.unroute(APPLICATION, registering.hold)
  await expect(page.getByRole("heading", { level: 1 })).toContainText(registration.firstName)
  await signOut(page, registration)

  const signingIn = heldRequests()
  await page.route(APPLICATION, signingIn.hold)
  await page.goto("/login")
  await signIn(page, registration)
  await expect(page).toHaveURL("/login")
  await signingIn.release()
  await expect(page).toHaveURL("/dashboard")
})

test("a dialog opens before the application has come, with the address that was typed", async ({
  page,
}) => {
  await page.goto("/login")
  const { hold, release } = heldRequests()
  await page.route(APPLICATION, hold)
  await page.getByRole("textbox", { name: "E-mail address", exact: true }).fill("ada@home.example")
  await page.getByRole("button", { name: "Forgot your password?" }).click()
  const dialog = page.getByRole("dialog", { name: "Choose a new password" })
  await expect(dialog).toBeVisible()
  await release()
  await expect(dialog.getByLabel("E-mail address of your account")).toHaveValue("ada@home.example")
})

test("without an application the form signs in as it does without script", async ({
  page,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/u)
  const registration = newRegistration()
  await register(page, registration)
  await signOut(page, registration)
  await page.route(APPLICATION, (route) => route.abort())
  await page.goto("/login")
  const posted = page.waitForRequest((request) => request.method() === "POST")
  await signIn(page, registration)
  expect(new URL((await posted).url()).pathname).toBe("/login")
  await expect(page).toHaveURL("/dashboard")
})

test("an unused page clears what a session has left, and hears of a sign-in elsewhere", async ({
  page,
  context,
}) => {
  const registration = newRegistration()
  await register(page, registration)
  await signOut(page, registration)
  const unused = await context.newPage()
  await unused.goto("/login")
  await unused.evaluate(() => localStorage.setItem("left", "behind"))
  const scripts = watchScripts(unused)
  await unused.reload()
  await expect.poll(() => unused.evaluate(() => localStorage.length)).toBe(0)
  expect(scripts).toEqual(["/assets/guest"])
  await page.bringToFront()
  await signIn(page, registration)
  await expect(page).toHaveURL("/dashboard")
  await expect(unused).toHaveURL("/dashboard")
})
