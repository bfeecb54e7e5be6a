/** The frame of every page: the palette, the keys, the look, the way back after a session's end, and life without a network. */
import type { Locator, Page } from "@playwright/test"

import { listening, newRegistration, register } from "./company.ts"
import { withoutScript } from "./drawn.ts"
import { noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { pauseAfterTyping } from "./keys.ts"
import { endSubscription } from "./operator.ts"

/** Opened when the page listens for keys, which it does from hydration on. */
async function openPalette(page: Page) {
  const palette = page.getByRole("dialog", { name: "Search or run a command" })
  await expect(async () => {
    await page.keyboard.press("Control+k")
    await expect(palette).toBeVisible({ timeout: 1000 })
  }).toPass()
  return palette
}

test("palette, keys and look by keyboard alone", async ({ page }) => {
  test.slow()
  await register(page, newRegistration())

  // A code goes to its record, though Enter is pressed before anything was found.
  const palette = await openPalette(page)
  await noFaults(page)
  await page.keyboard.type("JPY")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("main")).toContainText("Japanese yen")
  await expect(palette).toBeHidden()

  // What was opened is offered again, first of all.
  await page.goto("/dashboard")
  await openPalette(page)
  await expect(palette.getByRole("option").first()).toContainText("Japanese yen")
  await page.keyboard.type("users")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/settings\/users/u)
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused()

  // Escape closes one layer, and the page is as it was.
  await openPalette(page)
  await page.keyboard.press("Escape")
  await expect(palette).toBeHidden()
  await expect(page).toHaveURL(/\/settings\/users/u)

  await pauseAfterTyping(page)
  await page.keyboard.press("g")
  await page.keyboard.press("d")
  await expect(page).toHaveURL("/dashboard")

  // The overlay lists the keys, and takes another one for a command.
  await page.keyboard.press("?")
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" })
  await expect(keys.getByText("Write an e-mail")).toBeVisible()
  await noFaults(page)
  await keys
    .getByRole("button", { name: "Change the shortcut for Show notifications" })
    .press("Enter")
  await page.keyboard.press("m")
  await expect(keys.getByText("That key is already used for “Write an e-mail”.")).toBeVisible()
  await page.keyboard.press("y")
  await page.keyboard.press("Escape")
  await expect(keys).toBeHidden()
  await page.keyboard.press("y")
  await expect(page.getByRole("dialog", { name: "Notifications" })).toBeVisible()
  // While a dialog is open no key reaches the page.
  await page.keyboard.press("g")
  await page.keyboard.press("u")
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog", { name: "Notifications" })).toBeHidden()
  await expect(page).toHaveURL("/dashboard")

  // Single keys can be switched off; those with Ctrl stay.
  await page.keyboard.press("?")
  await keys.getByLabel("Single-key shortcuts").press("Space")
  await page.keyboard.press("Escape")
  await page.keyboard.press("y")
  await expect(page.getByRole("dialog", { name: "Notifications" })).toBeHidden()
  await openPalette(page)
  await page.keyboard.type("high contrast")
  await page.keyboard.press("Enter")
  await expect(page.locator("html")).toHaveAttribute("data-theme", "contrast")
  await noFaults(page)

  // The server writes it into the next document.
  await expect(async () => {
    const html = await (await page.request.get("/dashboard")).text()
    expect(html).toContain('data-theme="contrast"')
  }).toPass()
})

test("the bar leads to the dashboard and the own profile, its menu says who is here, and notices are orange or red", async ({
  page,
  browser,
  server,
}) => {
  const registration = newRegistration()
  await register(page, registration)
  const bar = page.getByRole("banner")
  const areas = bar.getByRole("navigation", { name: "Main" })
  const dashboard = areas.getByRole("link", { name: "Dashboard" })
  await expect(dashboard).toHaveClass(/(^| )active( |$)/u)
  await bar.getByRole("link", { name: "Profile settings" }).click()
  await expect(page).toHaveURL("/settings/profile")
  await expect(dashboard).not.toHaveClass(/active/u)
  await expect(areas.getByRole("link", { name: "Settings" })).toHaveClass(/(^| )active( |$)/u)
  await bar.getByRole("link", { name: "Waybill, go to dashboard" }).click()
  await expect(page).toHaveURL("/dashboard")

  await bar.getByRole("button", { name: "Ada Okonkwo, your account" }).click()
  const menu = page.locator("#user-menu")
  for (const text of ["Ada Okonkwo", registration.email, "Available"]) {
    await expect(menu.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(menu.getByRole("button", { name: "Sign out", exact: true })).toBeVisible()
  await page.keyboard.press("Escape")

  const notice = (text: string) =>
    page.getByRole("complementary", { name: "Notices" }).locator("> *").filter({ hasText: text })
  const unverified = notice("Please verify your email to activate your account.")
  expect(await hueOf(unverified)).toBeGreaterThan(20)
  expect(await hueOf(unverified)).toBeLessThan(45)
  await endSubscription(page, { browser, server })
  await page.goto("/dashboard")
  const expired = notice("Your Subscription has been expired. Please Contact Support Team")
  expect(await hueOf(expired)).toBeLessThan(10)
  const triangle = await expired.locator("svg path").first().getAttribute("d")
  expect(triangle).not.toBe(await unverified.locator("svg path").first().getAttribute("d"))
})

test("a write whose session is over asks for the password on the spot and is sent once more", async ({
  page,
  context,
  complaints,
}) => {
  test.slow()
  complaints.expect(/status of 40[01]/u)
  const registration = newRegistration()
  await register(page, registration)
  // What a page reads as it starts has been read: what is only read ends the session instead.
  await page.waitForLoadState("networkidle")
  await context.clearCookies({ name: "sid" })
  const writes: (string | null)[] = []
  page.on("request", (request) => {
    if (request.method() === "PATCH") writes.push(request.postData())
  })
  await page.getByRole("button", { name: /your account/u }).click()
  await page.getByLabel("Compact").click()

  const dialog = page.getByRole("dialog", { name: "Sign in again" })
  await expect(dialog).toContainText(registration.email)
  await noFaults(page)
  await dialog.getByLabel("Password", { exact: true }).fill("not the password")
  await page.keyboard.press("Enter")
  await expect(dialog.getByRole("alert").filter({ hasText: "Incorrect e-mail" })).toBeVisible()
  await dialog.getByLabel("Password", { exact: true }).fill(registration.password)
  await page.keyboard.press("Enter")
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL("/dashboard")
  await expect(page.locator("[data-density=compact]")).toBeVisible()
  expect(writes).toEqual(['{"density":"compact"}', '{"density":"compact"}'])
})

test("without a network what was read stays, and a small change waits for it", async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/u)
  await register(page, newRegistration())
  // A socket that is still opening complains when the network goes.
  await listening(page)
  const menu = page.getByRole("button", { name: /your account/u })
  await expect(async () => {
    await menu.click()
    await expect(page.getByLabel("Dark", { exact: true })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await context.setOffline(true)
  await page.getByLabel("Dark", { exact: true }).click()
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
  const chip = page.getByRole("button", { name: "Offline, 1 change waiting" })
  await expect(chip).toBeVisible()
  await page.keyboard.press("Escape")
  await chip.click()
  await expect(page.getByText("This page shows data from")).toBeVisible()
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await noFaults(page)
  await context.setOffline(false)
  await expect(chip).toBeHidden()
  await expect(async () => {
    const html = await (await page.request.get("/dashboard")).text()
    expect(html).toContain('data-theme="dark"')
  }).toPass()
})

/** Of its ground, in degrees of the colour wheel: red is 0, orange 30, yellow 60. */
async function hueOf(element: Locator): Promise<number> {
  const colour = await element.evaluate((each) => getComputedStyle(each).backgroundColor)
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/gu) ?? []).map(Number)
  const least = Math.min(red, green, blue)
  return (60 * (green - least)) / (red - least)
}

test.describe("without script", () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test("the areas are behind a button of the bar", async ({ page, browser, server }) => {
    await register(page, newRegistration())
    const plain = await withoutScript(page, browser, server)
    await plain.goto("/dashboard")
    await plain.getByRole("button", { name: "Menu" }).click()
    await plain
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Settings" })
      .click()
    await expect(plain).toHaveURL(/\/settings\/profile/u)
    await expect(plain.getByRole("button", { name: "Search or run a command" })).toBeHidden()
    await plain.context().close()
  })
})
