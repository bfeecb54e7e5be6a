/** Passkeys: made in the profile, used to sign in, and removed; by an authenticator that Chromium plays. */
import type { Page } from "@playwright/test"

import { authenticator } from "./app-codes.ts"
import { newRegistration, register, signIn, signOut, verify } from "./company.ts"
import { withoutScript } from "./drawn.ts"
import { fitsScreen, noFaults } from "./faultless.ts"
import { expect, needsOwnProvider, test } from "./fixtures.ts"
import { mailsTo } from "./mails.ts"

// Passkeys are for names, and this machine's is the one that browsers trust over plain http.
test.use({ host: "localhost" })

for (const width of [1360, 390]) {
  test(`a passkey is made, signs in, and is removed, ${width} px wide`, async ({
    page,
    server,
    complaints,
  }) => {
    needsOwnProvider("Firebase has no passkeys in browsers")
    hasOwnAddress(server.origin)
    test.setTimeout(120_000)
    complaints.expect(/status of 400/u)
    await page.setViewportSize({ width, height: 844 })
    const device = await authenticatorOf(page)
    const registration = newRegistration()
    await register(page, registration)
    await page.goto("/settings/profile")
    const manage = page.getByRole("button", { name: "Manage passkeys" })
    await expect(manage).toHaveAttribute("aria-disabled", "true")
    await verify(page, registration, server)

    await page.goto("/settings/profile")
    await manage.click()
    const dialog = page.getByRole("dialog", { name: "Passkeys" })
    await expect(dialog.getByText("You have no passkeys yet.")).toBeVisible()
    await dialog.getByRole("button", { name: "Add passkey" }).click()
    const name = dialog.getByLabel("Name of the passkey")
    await expect(name).toBeFocused()
    await name.fill("")
    await page.keyboard.press("Enter")
    await expect(dialog.getByRole("alert").first()).toContainText("Enter a name for the passkey.")
    await name.fill("Ada’s telephone")
    await dialog.getByLabel("Your password").fill("not my password")
    await page.keyboard.press("Enter")
    await expect(dialog.getByRole("alert").first()).toContainText("Incorrect e-mail or password.")
    await expect(name).toHaveValue("Ada’s telephone")
    await noFaults(page)
    await fitsScreen(page)
    await dialog.getByLabel("Your password").fill(registration.password)
    await page.keyboard.press("Enter")
    const row = dialog.getByRole("listitem")
    await expect(row).toContainText("Ada’s telephone")
    await expect(row).toContainText("Not used yet")
    await noFaults(page)
    await fitsScreen(page)
    await expect
      .poll(async () => (await mailsTo(registration.email, server.dataDir)).join("\n"))
      .toContain("A passkey was added to your Waybill account")
    // The device has one already.
    await dialog.getByRole("button", { name: "Add passkey" }).click()
    await name.fill("The same")
    await dialog.getByLabel("Your password").fill(registration.password)
    await page.keyboard.press("Enter")
    await expect(dialog.getByRole("alert").first()).toContainText("already has a passkey")
    await dialog.getByRole("button", { name: "Back" }).click()
    await page.keyboard.press("Escape")

    await signOut(page, registration)
    await page.goto("/settings/profile")
    await noFaults(page)
    await fitsScreen(page)
    await device.setVerified(false)
    await page.getByRole("button", { name: "Use a passkey" }).click()
    await expect(page.getByText("No passkey was used.")).toBeVisible()
    await device.setVerified(true)
    await page.getByRole("button", { name: "Use a passkey" }).press("Enter")
    await expect(page).toHaveURL("/settings/profile")
    await manage.click()
    await expect(row).toContainText("Last used")

    await dialog.getByRole("button", { name: "Remove Ada’s telephone" }).click()
    await expect(dialog.getByLabel("Your password")).toBeFocused()
    await page.keyboard.type(registration.password)
    await page.keyboard.press("Enter")
    await expect(dialog.getByText("You have no passkeys yet.")).toBeVisible()
    await page.keyboard.press("Escape")
    await signOut(page, registration)
    await page.getByRole("button", { name: "Use a passkey" }).click()
    await expect(page.getByText("This passkey does not sign in here.")).toBeVisible()
    await signIn(page, registration)
    await expect(page).toHaveURL("/dashboard")
  })
}

test("a passkey stands in for the code of the app", async ({ page, server, complaints }) => {
  needsOwnProvider("Firebase has no passkeys in browsers")
  hasOwnAddress(server.origin)
  complaints.expect(/status of 400/u)
  await authenticatorOf(page)
  const registration = newRegistration()
  await register(page, registration)
  await verify(page, registration, server)
  await page.goto("/settings/profile")
  await page.getByRole("button", { name: "Set up or remove the app" }).click()
  const setup = page.getByRole("dialog")
  await setup.getByLabel("Your password").fill(registration.password)
  await page.keyboard.press("Enter")
  const key = await setup.locator("code").innerText()
  const app = authenticator(key.replaceAll(" ", ""))
  await setup.getByLabel("Code from the app").fill(await app.code())
  await page.keyboard.press("Enter")
  await setup.getByRole("button", { name: "Done" }).click()

  await page.getByRole("button", { name: "Manage passkeys" }).click()
  const dialog = page.getByRole("dialog", { name: "Passkeys" })
  await dialog.getByRole("button", { name: "Add passkey" }).click()
  await dialog.getByLabel("Name of the passkey").fill("Laptop")
  await dialog.getByLabel("Your password").fill(registration.password)
  await page.keyboard.press("Enter")
  await expect(dialog.getByLabel("Code from the app")).toBeFocused()
  await page.keyboard.type(await app.code())
  await page.keyboard.press("Enter")
  await expect(dialog.getByRole("listitem")).toContainText("Laptop")
  await page.keyboard.press("Escape")

  await signOut(page, registration)
  await signIn(page, registration)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enter your code")
  await page.getByRole("button", { name: "Use a passkey" }).click()
  await expect(page).toHaveURL("/dashboard")
})

test("without script there is no passkey to use", async ({ browser, server }) => {
  needsOwnProvider("Firebase has no passkeys in browsers")
  hasOwnAddress(server.origin)
  const page = await withoutScript(null, browser, server)
  await page.goto("/login")
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible()
  await expect(page.getByText("Use a passkey")).toBeHidden()
  await page.context().close()
})

/** A telephone, so to speak: it keeps passkeys and knows its owner. */
async function authenticatorOf(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send("WebAuthn.enable")
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return {
    setVerified: async (isUserVerified: boolean) => {
      await client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified })
    },
  }
}

function hasOwnAddress(origin: string) {
  if (origin.startsWith("http://localhost:")) return
  const reason = "what stands before several instances has an address without a name"
  process.stdout.write(`No passkeys: ${reason}\n`)
  test.skip(true, reason)
}
