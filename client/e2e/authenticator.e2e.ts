/** The authenticator app: set up in the profile, asked for with and without JavaScript, and removed. */
import type { Page } from "@playwright/test"

import { authenticator } from "./app-codes.ts"
import { newRegistration, register, signIn, signOut, verify } from "./company.ts"
import { withoutScript } from "./drawn.ts"
import { noFaults } from "./faultless.ts"
import { expect, needsOwnProvider, test } from "./fixtures.ts"
import { mailsTo } from "./mails.ts"

test("an app is set up, asked for at sign-in, and removed", async ({
  page,
  server,
  browser,
  complaints,
}) => {
  needsOwnProvider("the emulator of firebase-tools has codes by SMS only")
  // It may wait for codes that were not given yet.
  test.setTimeout(150_000)
  complaints.expect(/status of 400/u)
  const registration = newRegistration()
  await register(page, registration)
  await verify(page, registration, server)

  await page.goto("/settings/profile")
  await page.getByRole("button", { name: "Set up or remove the app" }).click()
  const dialog = page.getByRole("dialog", { name: "Set up authenticator app" })
  await dialog.getByLabel("Your password").fill("not my password")
  await page.keyboard.press("Enter")
  const fault = dialog.getByRole("alert", { name: "Couldn't set up the app" })
  await expect(fault).toContainText("Incorrect e-mail or password.")
  await dialog.getByLabel("Your password").fill(registration.password)
  await page.keyboard.press("Enter")
  const key = dialog.locator("code")
  await expect(key).toHaveText(/^(?:[A-Z2-7]{4} ?){8}$/u)
  await expect(dialog.locator("svg path").first()).toHaveAttribute("d", /^M\d/u)
  const app = authenticator((await key.innerText()).replaceAll(" ", ""))
  await noFaults(page)

  await dialog.getByLabel("Code from the app").fill("12 34")
  await dialog.getByRole("button", { name: "Turn on" }).click()
  await expect(
    dialog.getByRole("alert").filter({ hasText: "Enter the six-digit code" }),
  ).toBeVisible()
  await dialog.getByLabel("Code from the app").fill(await app.code())
  await dialog.getByRole("button", { name: "Turn on" }).click()
  await page.getByRole("dialog", { name: "Recovery codes" }).getByText("Done").click()
  await expect(
    page.getByText("From now on you need a code from your app to sign in.").last(),
  ).toBeVisible()
  await expect(page.getByRole("button", { name: "Remove authenticator app" })).toBeVisible()
  await expect
    .poll(async () => {
      const mails = await mailsTo(registration.email, server.dataDir)
      // Quoted-printable, RFC 2045 section 6.7.
      return mails
        .join("\n")
        .replaceAll(/=\r?\n/gu, "")
        .replaceAll("=3D", "=")
    })
    .toContain("mode=revertSecondFactorAddition")
  // This browser stays in.
  await page.reload()
  await expect(page.getByRole("button", { name: "Set up or remove the app" })).toBeVisible()

  await signOut(page, registration)
  await page.goto("/settings/profile")
  await signIn(page, registration)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enter your code")
  const field = page.getByLabel("Code from the app")
  await expect(field).toBeFocused()
  await field.fill("000000")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("main").getByRole("alert")).toContainText("The code is wrong")
  await expect(field).toHaveValue("000000")
  const code = await app.code()
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.getByRole("button", { name: "Sign in" }).click()
  await expect(page).toHaveURL("/settings/profile")

  const plain = await withoutScript(null, browser, server)
  await signInByForm(plain, registration, app)
  await plain.context().close()

  await page.getByRole("button", { name: "Set up or remove the app" }).click()
  const removal = page.getByRole("dialog", { name: "Remove authenticator app" })
  await removal.getByLabel("Your password").fill(registration.password)
  await removal.getByLabel("Code from the app").fill(await app.code())
  await removal.getByRole("button", { name: "Remove", exact: true }).click()
  await expect(page.getByText("Authenticator app removed.").last()).toBeVisible()
  await signOut(page, registration)
  await signIn(page, registration)
  await expect(page).toHaveURL("/dashboard")
})

async function signInByForm(
  page: Page,
  registration: { email: string; password: string },
  app: { code: () => Promise<string> },
) {
  await page.goto("/settings/profile")
  await signIn(page, registration)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enter your code")
  expect(new URL(page.url()).search).toBe("?redirect_uri=%2Fsettings%2Fprofile")
  const field = page.getByLabel("Code from the app")
  await field.fill("000000")
  await page.getByRole("button", { name: "Sign in" }).click()
  await expect(page.getByRole("main")).toContainText("The code is wrong")
  await expect(field).toHaveValue("000000")
  await field.fill(await app.code())
  await page.getByRole("button", { name: "Sign in" }).click()
  await expect(page).toHaveURL("/settings/profile")
  await expect(page.getByRole("main")).toContainText(registration.email)
}
