/** Recovery codes: shown once when the app is set up, used in place of the app, and created again in the profile. */
import type { Page } from "@playwright/test"

import { authenticator } from "./app-codes.ts"
import { type Registration, newRegistration, register, signIn, verify } from "./company.ts"
import { withoutScript } from "./drawn.ts"
import { fitsScreen, noFaults } from "./faultless.ts"
import { expect, needsOwnProvider, test } from "./fixtures.ts"
import { mailsTo } from "./mails.ts"

for (const width of [1360, 390]) {
  test(`recovery codes sign in without the app, ${width} px wide`, async ({
    page,
    server,
    browser,
    baseURL,
    complaints,
  }) => {
    needsOwnProvider("Firebase has no recovery codes")
    test.setTimeout(120_000)
    complaints.expect(/status of 400/u)
    await page.setViewportSize({ width, height: 844 })
    const registration = newRegistration()
    await register(page, registration)
    await verify(page, registration, server)
    const codes = await setUp(page, registration)
    expect(new Set(codes).size).toBe(10)

    // The phone is lost: another browser, the keyboard alone.
    const elsewhere = { viewport: { width, height: 844 }, ...(baseURL ? { baseURL } : {}) }
    const other = await browser.newContext(elsewhere)
    const lost = await other.newPage()
    await lost.goto("/settings/profile")
    await signIn(lost, registration)
    await expect(lost.getByLabel("Code from the app")).toBeFocused()
    await lost.keyboard.press("Tab")
    await lost.keyboard.press("Enter")
    const field = lost.getByLabel("Recovery code")
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute("inputmode", "text")
    await noFaults(lost)
    await fitsScreen(lost)
    await field.fill("7kd2m4")
    await lost.keyboard.press("Enter")
    await expect(lost.getByRole("main").getByRole("alert").first()).toBeVisible()
    await field.fill(` ${codes[0]?.toUpperCase()} `)
    await lost.keyboard.press("Enter")
    await expect(lost).toHaveURL("/settings/profile")
    await expect
      .poll(async () => (await mailsTo(registration.email, server.dataDir)).join("\n"))
      .toContain("A recovery code of your Waybill account was used")

    // New ones take both factors, of which a recovery code is one.
    await lost.getByRole("button", { name: "Set up or remove the app" }).click()
    const dialog = lost.getByRole("dialog")
    await expect(dialog.getByText("Recovery codes left: 9")).toBeVisible()
    await dialog.getByRole("button", { name: "Create new recovery codes" }).click()
    await noFaults(lost)
    await fitsScreen(lost)
    await dialog.getByLabel("Your password").fill(registration.password)
    await dialog.getByRole("button", { name: "Use a recovery code" }).click()
    await dialog.getByRole("textbox", { name: "Recovery code" }).fill(codes[0] ?? "")
    await lost.keyboard.press("Enter")
    await expect(dialog.getByRole("alert").first()).toContainText("already been used")
    await dialog.getByRole("textbox", { name: "Recovery code" }).fill(codes[1] ?? "")
    await lost.keyboard.press("Enter")
    const renewed = await shown(lost)
    expect(renewed.filter((code) => codes.includes(code))).toEqual([])
    await dialog.getByRole("button", { name: "Done" }).click()
    await expect(lost.getByText("Recovery codes created.").last()).toBeVisible()
    await other.close()

    const form = await withoutScript(null, browser, server)
    await form.goto("/settings/profile")
    await signIn(form, registration)
    await form.getByLabel("Code from the app").fill(codes[2] ?? "")
    await form.getByRole("button", { name: "Sign in" }).click()
    await expect(form.getByRole("main")).toContainText("The code is wrong")
    await form.getByLabel("Code from the app").fill(renewed[0] ?? "")
    await form.getByRole("button", { name: "Sign in" }).click()
    await expect(form).toHaveURL("/settings/profile")
    await form.context().close()
  })
}

/** Sets an app up; gives the codes that are shown then, and no second time. */
async function setUp(page: Page, { password }: Registration): Promise<string[]> {
  await page.goto("/settings/profile")
  const open = page.getByRole("button", { name: "Set up or remove the app" })
  await open.click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Your password").fill(password)
  await page.keyboard.press("Enter")
  const key = await dialog.locator("code").innerText()
  await dialog
    .getByLabel("Code from the app")
    .fill(await authenticator(key.replaceAll(" ", "")).code())
  await page.keyboard.press("Enter")
  const codes = await shown(page)
  await noFaults(page)
  await fitsScreen(page)
  await dialog.getByRole("button", { name: "Done" }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole("button", { name: "Remove authenticator app" }).click()
  await expect(dialog.getByText("Recovery codes left: 10")).toBeVisible()
  await expect(dialog.getByText(codes[0] ?? "")).toBeHidden()
  return codes
}

async function shown(page: Page): Promise<string[]> {
  const codes = page.getByRole("dialog", { name: "Recovery codes" }).getByRole("listitem")
  await expect(codes).toHaveText(Array.from({ length: 10 }, () => /^(?:[2-9a-km-np-z]{6}-?){4}$/u))
  return codes.allInnerTexts()
}
