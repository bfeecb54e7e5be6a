/**
 * A session that somebody ended while its page was open: the user is asked back in place, is told why, and what waits is
 * written once. Who must not come back is sent out as before.
 */
import type { Browser, Page, Request } from "@playwright/test"

import {
  type Registration,
  call,
  colleague,
  idIn,
  listening,
  newRegistration,
  register,
  signIn,
  signOut,
  verify,
} from "./company.ts"
import { ELSEWHERE, HOST } from "./elsewhere.ts"
import { noFaults } from "./faultless.ts"
import { expect, needsPush, test } from "./fixtures.ts"
import { codeMailed } from "./mails.ts"
import { message } from "./messages.ts"
import type { Server } from "./server.ts"

const SERVICE = "/contact/api/v1/contacts"
const OTHERS = "/iam/api/v1/sessions/end-others"
const WHY = "You were signed out from another device."
const SUSPENDED = "Your account has been suspended. Please contact your Admin for assistance."

const askedAgain = (page: Page) => page.getByRole("dialog", { name: "Sign in again" })

for (const width of [1360, 390]) {
  test(`a write over which the session is revoked is sent once more, with its key, after password and code (${width} px)`, async ({
    page,
    browser,
    server,
    complaints,
  }) => {
    test.slow()
    needsPush("an open page learns of it at its next call")
    complaints.expect(/status of 40[01]/u)
    await page.setViewportSize({ width, height: 844 })
    const registration = newRegistration()
    await register(page, registration)
    await verify(page, registration, server)
    const other = await elsewhere(browser, server, registration)
    await listening(page, "/contacts/create")
    await page.getByLabel("Display name").fill("Only once")
    const writes = keysOf(page, "POST", SERVICE)
    // The session ends while the write is on its way: its refusal and the end of the socket arrive together.
    await page.route(`**${SERVICE}`, async (route, request) => {
      if (request.method() === "POST" && writes.length === 1) {
        await call(other, "PATCH", "/iam/api/v1/users/me", { body: { twoFactorAuth: true } })
      }
      await route.continue()
    })
    await page.getByRole("button", { name: "Create" }).click()

    const again = askedAgain(page)
    await expect(again).toContainText("because your two-factor authentication was changed")
    await expect(again).toContainText("will be saved once you sign in")
    await expect(again).toContainText(registration.email)
    await expect(page.locator("#main")).toBeHidden()
    await noFaults(page)
    const password = again.getByLabel("Password", { exact: true })
    await expect(password).toBeFocused()
    await password.fill("not-the-password-9")
    await page.keyboard.press("Enter")
    await expect(again.getByRole("alert", { name: "Couldn't sign you in yet" })).toBeVisible()
    await password.fill(registration.password)
    await page.keyboard.press("Enter")
    await expect(again.getByLabel("Six-digit code")).toBeFocused()
    expect(writes).toHaveLength(1)
    await again
      .getByLabel("Six-digit code")
      .fill(await codeMailed(1, registration.email, server.dataDir))
    await page.keyboard.press("Enter")

    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Only once")
    expect(writes).toEqual([writes[0], writes[0]])
    expect(writes[0]).toMatch(/^[\da-f-]{36}$/u)
    expect(await call(page, "GET", `${SERVICE}?page=1`)).toContain('"total":1')
    await expect(again).toBeHidden()
    await other.context().close()
  })

  test(`what was typed stays when the socket tells first, and the tab that was left comes back (${width} px)`, async ({
    page,
    context,
    browser,
    server,
    complaints,
  }) => {
    test.slow()
    needsPush("an open page learns of it at its next call")
    complaints.expect(/status of 40[01]/u)
    await page.setViewportSize({ width, height: 844 })
    const registration = newRegistration()
    await register(page, registration)
    const id = idIn(await call(page, "POST", SERVICE, { body: { displayName: "Atlas Steel" } }))
    const other = await elsewhere(browser, server, registration)
    const idle = await context.newPage()
    complaints.watch(idle, server.origin)
    await listening(idle, "/contacts?page=1")
    await page.bringToFront()
    await typing(page, id, "Buyer")
    const writes = keysOf(page, "PATCH", `${SERVICE}/${id}`)

    await call(other, "POST", OTHERS)
    const again = askedAgain(page)
    await expect(again).toContainText(`${WHY} What you typed is still here.`)
    // Nothing is to be lost there, so nobody reads there.
    await expect(idle).toHaveURL(/\/login\?redirect_uri=/u)
    await expect(again).toBeVisible()
    await again.getByLabel("Password", { exact: true }).fill(registration.password)
    await page.keyboard.press("Enter")
    await expect(again).toBeHidden()
    await expect(page.getByLabel("Job title")).toHaveValue("Buyer")
    await expect(idle).toHaveURL("/contacts?page=1")
    await expect(idle.getByRole("link", { name: "Atlas Steel" })).toBeVisible()
    expect(writes).toHaveLength(0)

    await page.getByRole("button", { name: "Save" }).click()
    await expect(message(page, "Saved.")).toBeVisible()
    expect(writes).toHaveLength(1)
    const stored = await call(page, "GET", `${SERVICE}/${id}`)
    expect(stored).toContain('"jobTitle":"Buyer"')
    await other.context().close()
  })
}

test("two tabs that ask are healed by one sign-in, and a sign-out in one of them ends both", async ({
  page,
  context,
  browser,
  server,
  complaints,
}) => {
  test.slow()
  needsPush("an open page learns of it at its next call")
  complaints.expect(/status of 40[01]/u)
  const registration = newRegistration()
  await register(page, registration)
  const bodies = ["Atlas Steel", "Boreal Timber"].map((displayName) => ({ displayName }))
  const ids = await Promise.all(
    bodies.map(async (body) => idIn(await call(page, "POST", SERVICE, { body }))),
  )
  const other = await elsewhere(browser, server, registration)
  const second = await context.newPage()
  complaints.watch(second, server.origin)
  await typing(second, ids[1] ?? "", "Seller")
  await page.bringToFront()
  await typing(page, ids[0] ?? "", "Buyer")
  await call(other, "POST", OTHERS)
  for (const tab of [page, second]) await expect(askedAgain(tab)).toContainText(WHY)
  await askedAgain(page).getByLabel("Password", { exact: true }).fill(registration.password)
  await page.keyboard.press("Enter")
  for (const tab of [page, second]) await expect(askedAgain(tab)).toBeHidden()
  for (const [tab, text] of [
    [page, "Buyer"],
    [second, "Seller"],
  ] as const) {
    await tab.bringToFront()
    await expect(tab.getByLabel("Job title")).toHaveValue(text)
    await tab.getByRole("button", { name: "Save" }).click()
    await expect(message(tab, "Saved.")).toBeVisible()
  }

  // Once more, and now the user does not want to stay.
  for (const [tab, id] of [
    [second, ids[1] ?? ""],
    [page, ids[0] ?? ""],
  ] as const) {
    await tab.bringToFront()
    await typing(tab, id, "Clerk")
  }
  await call(other, "POST", OTHERS)
  for (const tab of [page, second]) await expect(askedAgain(tab)).toContainText(WHY)
  await askedAgain(page).getByRole("button", { name: "Sign out" }).click()
  for (const tab of [page, second]) await expect(tab).toHaveURL(/\/login/u)
  expect(await page.evaluate(() => document.cookie)).not.toContain("token=")

  // What was typed is offered to its user.
  await signIn(page, registration)
  await expect(page).toHaveURL(/\/dashboard/u)
  await page.goto(`/contacts/${ids[0] ?? ""}`)
  const offer = page.getByRole("region", { name: "Unsaved changes" })
  await expect(offer).toContainText(/Buyer.*→.*Clerk/u)
  await other.context().close()
})

test("whoever else signs in meanwhile gets a page of their own, and who does not come back leaves it", async ({
  page,
  context,
  browser,
  server,
  complaints,
}) => {
  test.slow()
  needsPush("an open page learns of it at its next call")
  complaints.expect(/status of 40[01]/u)
  const registration = newRegistration()
  await register(page, registration)
  const { guest } = await colleague(page, registration, { browser, server })
  await guest.context().close()
  const id = idIn(await call(page, "POST", SERVICE, { body: { displayName: "Atlas Steel" } }))
  const other = await elsewhere(browser, server, registration)
  await typing(page, id, "Chief of secrets")
  await call(other, "POST", OTHERS)
  await expect(askedAgain(page)).toContainText(WHY)
  const tab = await context.newPage()
  complaints.watch(tab, server.origin)
  await tab.goto("/login")
  await signIn(tab, {
    ...registration,
    email: registration.email.replace("ada-", "ina-"),
    password: "tidal-lantern-17",
  })
  await expect(tab).toHaveURL("/dashboard")
  await expect(page.getByRole("button", { name: "Ina Neu, your account" })).toBeVisible()
  await expect(askedAgain(page)).toBeHidden()
  await expect(page.getByText("Chief of secrets")).toBeHidden()
  expect(await call(page, "GET", `${SERVICE}/${id}`)).not.toContain("Chief of secrets")
  await tab.close()

  await typing(other, id, "Clerk")
  await signOut(page, { ...registration, firstName: "Ina", lastName: "Neu" })
  await signIn(page, registration)
  await expect(page).toHaveURL(/\/dashboard/u)
  await call(page, "POST", OTHERS)
  await expect(askedAgain(other)).toContainText(WHY)
  await expect(askedAgain(other).getByLabel("Password", { exact: true })).toBeFocused()
  await other.keyboard.press("Escape")
  await expect(other).toHaveURL(/\/login/u)
  await other.context().close()
})

test("a suspended user is sent out with the text, and a token that disappears signs out, whatever was typed", async ({
  page,
  browser,
  server,
  complaints,
}) => {
  test.slow()
  needsPush("an open page learns of it at its next call")
  complaints.expect(/status of 40[013]/u)
  const registration = newRegistration()
  await register(page, registration)
  const id = idIn(await call(page, "POST", SERVICE, { body: { displayName: "Atlas Steel" } }))
  const { guest, id: userId } = await colleague(page, registration, { browser, server })
  await typing(guest, await contactOf(guest), "Buyer")
  const body = { reason: "Left the company" }
  await call(page, "POST", `/iam/api/v1/users/${userId}/suspend`, { body })
  await expect(guest).toHaveURL(/\/login/u)
  await expect(guest.getByText(SUSPENDED).first()).toBeVisible()
  await expect(askedAgain(guest)).toBeHidden()
  await guest.context().close()

  await typing(page, id, "Clerk")
  await page.context().clearCookies({ name: "token" })
  await lookedAt(page)
  await expect(page).toHaveURL(/\/login/u)
})

/** A contact that this user may change. */
async function contactOf(page: Page): Promise<string> {
  return idIn(await call(page, "POST", SERVICE, { body: { displayName: "Cape Fruit" } }))
}

/** Opens the form of a contact in a page that listens, and changes the job title. */
async function typing(page: Page, id: string, text: string) {
  await listening(page, `/contacts/${id}?edit`)
  await page.getByLabel("Job title").fill(text)
  await expect(page.getByText("1 unsaved change")).toBeVisible()
}

/** Comes back to the tab, where a browser tells a page of a changed cookie on a secure origin only. */
async function lookedAt(page: Page) {
  if (HOST !== ELSEWHERE) return
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
}

/** The idempotency keys of the requests of this kind, as they are sent. */
function keysOf(page: Page, method: string, path: string): (string | undefined)[] {
  const keys: (string | undefined)[] = []
  page.on("request", (request: Request) => {
    const isOne = request.method() === method && new URL(request.url()).pathname === path
    if (isOne) keys.push(request.headers()["idempotency-key"])
  })
  return keys
}

/** The same user in another browser. */
async function elsewhere(browser: Browser, server: Server, registration: Registration) {
  const context = await browser.newContext({ baseURL: server.origin })
  const other = await context.newPage()
  await other.goto("/login")
  await signIn(other, registration)
  await expect(other).toHaveURL(/\/dashboard$/u)
  return other
}
