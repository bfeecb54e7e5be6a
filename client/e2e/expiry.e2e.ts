/** The end of a session: told ahead, come over somebody who types, begun by hand. Nothing typed is lost by it, and nobody else sees it. */
import type { Page } from "@playwright/test"

import {
  call,
  colleague,
  idIn,
  newRegistration,
  register,
  signIn,
  signOut,
  verify,
} from "./company.ts"
import { noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { codeMailed } from "./mails.ts"
import { message } from "./messages.ts"
import { openForm } from "./reading.ts"

const SERVICE = "/contact/api/v1/contacts"
const SECOND = 1000

const newContact = async (page: Page, body: object) =>
  idIn(await call(page, "POST", SERVICE, { body }))

const ending = (tab: Page) => tab.getByRole("dialog", { name: "Your session ends soon" })

test(
  "the end is told two minutes ahead, once for all tabs, and signing in again moves it for all",
  { tag: "@alone" },
  async ({ page, context }) => {
    test.slow()
    const registration = newRegistration()
    await register(page, registration)
    const id = await newContact(page, { displayName: "Atlas Steel" })
    const { endsAt } = JSON.parse(await call(page, "GET", "/iam/api/v1/sessions/current")).data
    await context.clock.install({ time: Date.parse(endsAt) - 130 * SECOND })
    await page.goto(`/contacts/${id}?edit`)
    await page.getByLabel("Job title").fill("Buyer")
    const other = await context.newPage()
    await other.goto("/dashboard")
    await other.waitForLoadState("networkidle")
    const dialog = ending(page)
    await expect(dialog).toBeHidden()
    await context.clock.fastForward(10 * SECOND)
    await expect(dialog).toBeVisible()
    await expect(ending(other)).toBeVisible()
    await noFaults(page)
    await context.clock.pauseAt(Date.parse(endsAt) - 95 * SECOND)
    await expect(dialog).toContainText("What you typed is saved")
    await expect(dialog.getByText("1:35 left")).toBeVisible()
    // Said three times, not every second.
    const said = dialog.getByRole("status").first()
    await expect(said).toHaveText("Your session ends in two minutes.")
    await context.clock.runFor(34 * SECOND)
    await expect(said).toHaveText("Your session ends in two minutes.")
    await context.clock.runFor(SECOND)
    await expect(said).toHaveText("Your session ends in one minute.")
    await context.clock.runFor(30 * SECOND)
    await expect(said).toHaveText("Your session ends in half a minute.")

    // Escape stays, and the other tab asks no more.
    await page.bringToFront()
    await page.keyboard.press("Escape")
    await context.clock.setSystemTime(Date.now())
    await context.clock.resume()
    await expect(dialog).toBeHidden()
    await expect(ending(other)).toBeHidden()
    const again = page.getByRole("dialog", { name: "Sign in again" })
    await expect(again).toContainText(registration.email)
    await again.getByLabel("Password", { exact: true }).fill(registration.password)
    await page.keyboard.press("Enter")
    await expect(again).toBeHidden()
    await expect(page.getByLabel("Job title")).toHaveValue("Buyer")
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await expect(message(page, "Saved.")).toBeVisible()

    // The session that began is as long as the first, in the other tab as well.
    await context.clock.setSystemTime(Date.parse(endsAt) - 100 * SECOND)
    await other.bringToFront()
    await other.keyboard.press("Control+k")
    await expect(other.getByRole("dialog", { name: "Search or run a command" })).toBeVisible()
    await expect(ending(other)).toBeHidden()
  },
)

test("a write over which the session ends is sent once more, with its key, after password and code", async ({
  page,
  context,
  browser,
  server,
  complaints,
}) => {
  test.slow()
  complaints.expect(/status of 40[01]/u)
  const registration = newRegistration()
  await register(page, registration)
  await verify(page, registration, server)
  const { guest } = await colleague(page, registration, { browser, server })
  await guest.context().close()
  await call(page, "PATCH", "/iam/api/v1/users/me", { body: { twoFactorAuth: true } })
  await page.goto("/contacts/create")
  await page.waitForLoadState("networkidle")
  await page.getByLabel("Display name").fill("Only once")
  const keys: (string | undefined)[] = []
  page.on("request", (request) => {
    const isWrite = request.method() === "POST" && request.url().endsWith(SERVICE)
    if (isWrite) keys.push(request.headers()["idempotency-key"])
  })

  // Half of a sign-in is none: the write waits for the code as well.
  await context.clearCookies({ name: "sid" })
  await page.getByRole("button", { name: "Create" }).click()
  const again = page.getByRole("dialog", { name: "Sign in again" })
  await expect(again).toContainText("What you typed is still here")
  await again.getByLabel("Password", { exact: true }).fill(registration.password)
  await page.keyboard.press("Enter")
  await expect(again.getByLabel("Six-digit code")).toBeFocused()
  expect(keys).toHaveLength(1)
  const code = await codeMailed(1, registration.email, server.dataDir)
  await again.getByLabel("Six-digit code").fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Only once")
  expect(keys).toEqual([keys[0], keys[0]])
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/u)
  expect(await call(page, "GET", `${SERVICE}?page=1`)).toContain('"total":1')

  // Somebody else in the same browser gets a shell of their own, and nothing of what waited.
  await openForm(page)
  await page.getByLabel("Job title").fill("Chief of secrets")
  await expect(page.getByText("1 unsaved change")).toBeVisible()
  await context.clearCookies({ name: "sid" })
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await expect(again).toBeVisible()
  const tab = await context.newPage()
  complaints.watch(tab, server.origin)
  // The provider still knows Ada, whose code is asked for first.
  await tab.goto("/login")
  await tab.getByRole("link", { name: "Sign in again" }).click()
  await expect(tab.getByRole("heading", { level: 1 })).toHaveText("Sign in")
  await signIn(tab, ina(registration))
  await expect(tab).toHaveURL("/dashboard")
  await expect(page.getByRole("button", { name: "Ina Neu, your account" })).toBeVisible()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Only once")
  await expect(page.getByLabel("Job title")).toHaveValue("")
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toBeHidden()
  await expect(page.getByText("Chief of secrets")).toBeHidden()
})

test("what was typed outlives the sign-out, which clears all storages, and comes back to its user alone", async ({
  page,
  browser,
  server,
}) => {
  test.slow()
  const registration = newRegistration()
  await register(page, registration)
  const id = await newContact(page, { displayName: "Atlas Steel", jobTitle: "Clerk" })
  const { guest } = await colleague(page, registration, { browser, server })
  await guest.context().close()
  await page.goto(`/contacts/${id}?edit`)
  await page.waitForLoadState("networkidle")
  await page.evaluate(() => localStorage.setItem("left", "over"))
  await page.getByLabel("Department").fill("Export")
  await page.getByLabel("Job title").fill("Buyer")
  await page.getByRole("button", { name: "Ada Okonkwo, your account" }).click()
  await page.getByRole("button", { name: "Sign out", exact: true }).click()
  const asks = page.getByRole("dialog", { name: "You have unsaved changes" })
  await asks.getByRole("button", { name: "Save as draft" }).click()
  await expect(page).toHaveURL(/\/login/u)
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([])

  await signIn(page, ina(registration))
  await expect(page).toHaveURL("/dashboard")
  await page.goto(`/contacts/${id}`)
  await page.waitForLoadState("networkidle")
  const offer = page.getByRole("region", { name: "Unsaved changes" })
  await expect(offer).toBeHidden()
  await signOut(page, { ...registration, firstName: "Ina", lastName: "Neu" })

  await signIn(page, registration)
  await expect(page).toHaveURL("/dashboard")
  await page.goto(`/contacts/${id}`)
  await expect(offer).toContainText(
    /Restore unsaved changes to Contact Atlas Steel \(2 fields, \d\d:\d\d.*\)\?/u,
  )
  await expect(offer.getByRole("definition").first()).toContainText(/Clerk.*→.*Buyer/u)
  await expect(offer.getByText("Export")).toBeVisible()
  await noFaults(page)
  await offer.getByRole("button", { name: "Restore" }).click()
  await expect(page.getByLabel("Job title")).toHaveValue("Buyer")
  await expect(page.getByLabel("Department")).toHaveValue("Export")
  await expect(offer).toBeHidden()
})

/** The colleague who was invited by this registration. */
function ina({ email }: { email: string }) {
  return { email: email.replace("ada-", "ina-"), password: "tidal-lantern-17" }
}
