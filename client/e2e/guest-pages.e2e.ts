/** Where guest pages lead people who are known already, and those who asked for an address. */
import type { Browser, Page } from "@playwright/test"

import { paths } from "#client/paths.ts"

import { newRegistration, register, signIn, signOut } from "./company.ts"
import type { Registration } from "./company.ts"
import { withoutScript } from "./drawn.ts"
import { ELSEWHERE } from "./elsewhere.ts"
import { expect, test } from "./fixtures.ts"
import { startServer } from "./server.ts"
import type { Server } from "./server.ts"

test("whom the provider still knows gets a session on the registration page", async ({
  page,
  context,
}) => {
  await register(page, newRegistration())
  await page.waitForLoadState("networkidle")
  await page.goto("about:blank")
  await context.clearCookies()
  await page.goto("/register")
  await expect(page).toHaveURL("/dashboard")
})

test("without a public origin no absolute address is one of ours", async ({
  page,
  browser,
  server,
}) => {
  const registration = newRegistration()
  await register(page, registration)
  const isConfigured = (await publicOrigin(page)) !== null
  await expectTarget(page, { browser, server, registration }, isConfigured ? PROFILE : DASHBOARD)
})

test("with a public origin its absolute addresses are ours", async ({ browser }) => {
  const server = await startServer({ host: ELSEWHERE })
  const context = await browser.newContext({ baseURL: server.origin })
  const page = await context.newPage()
  const registration = newRegistration()
  await register(page, registration)
  expect(await publicOrigin(page)).toBe(server.origin)
  await expectTarget(page, { browser, server, registration }, PROFILE)
  await context.close()
  await server.stop()
})

const DASHBOARD = paths.dashboard()
const PROFILE = paths.profile()

/** The same target, be it decided by the guard, by the browser after a sign-in or by the form without script. */
async function expectTarget(
  page: Page,
  {
    browser,
    server,
    registration,
  }: { browser: Browser; server: Server; registration: Registration },
  target: string,
) {
  const login = paths.login({ redirectUri: server.origin + PROFILE })
  await page.goto(login)
  await expect(page).toHaveURL(target)
  await signOut(page, registration)
  await page.goto(login)
  await page.waitForLoadState("networkidle")
  await signIn(page, registration)
  await expect(page).toHaveURL(target)

  const plain = await withoutScript(null, browser, server)
  await plain.goto(login)
  await signIn(plain, registration)
  await expect(plain).toHaveURL(target)
  await plain.context().close()
}

/** The public origin in the state of the page. */
async function publicOrigin(page: Page): Promise<string | null> {
  const state = (await page.locator("#state").textContent()) ?? ""
  const { env }: { env: { publicOrigin: string | null } } = JSON.parse(state)
  return env.publicOrigin
}
