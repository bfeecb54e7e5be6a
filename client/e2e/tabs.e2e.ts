/** Tabs of one browser: what one of them does the others show, at once and without being loaded anew. */
import type { Page } from "@playwright/test"

import { call, idIn, listening, newRegistration, register, signIn, signOut } from "./company.ts"
import { expect, test } from "./fixtures.ts"
import { message } from "./messages.ts"
import { fact } from "./reading.ts"

/** How long a tab may take to follow another. */
const AT_ONCE = { timeout: 1000 }
const MINUTE = 60_000

test(
  "look, company, unread count and token are one for two tabs, and so are sign-out and sign-in",
  { tag: "@alone" },
  async ({ page, context }) => {
    test.slow()
    const registration = newRegistration()
    await register(page, registration)
    await context.clock.install()
    const other = await context.newPage()
    await listening(other)
    await listening(page, "/settings/company")
    for (const tab of [page, other]) await mark(tab)

    // Colours.
    await page.getByRole("button", { name: /your account/u }).click()
    const set = page.waitForResponse((answer) => answer.url().endsWith("/sessions/current"))
    await page.getByLabel("Dark", { exact: true }).click()
    await set
    await expect(other.locator("html")).toHaveAttribute("data-theme", "dark", AT_ONCE)
    await page.keyboard.press("Escape")

    // The company.
    const name = `${registration.companyName} Ltd`
    await page.getByRole("textbox", { name: /^Name/u }).fill(name)
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await expect(message(page, "Saved.")).toBeVisible()
    for (const tab of [page, other]) {
      await expect(tab.locator("#user-menu")).toContainText(name, AT_ONCE)
    }

    // What is new.
    const tags = "/contact/api/v1/contact-tags/import?dryRun=false"
    await call(page, "POST", tags, { body: "name\nReefer\n", type: "text/csv" })
    for (const tab of [page, other]) {
      await expect(tab.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible(
        AT_ONCE,
      )
    }

    // The token runs out for both, and one of them renews it.
    const renewals: string[] = []
    context.on("request", (request) => {
      if (request.url().endsWith("/auth/token-refresh")) renewals.push(request.url())
    })
    const before = await tokenOf(page)
    await context.clock.fastForward(14 * MINUTE)
    await expect.poll(() => tokenOf(page)).not.toBe(before)
    await call(page, "GET", "/iam/api/v1/users-token")
    expect(renewals).toHaveLength(1)
    // Nothing of all this has loaded a page anew.
    for (const tab of [page, other]) expect(await isMarked(tab)).toBe(true)
    await context.clock.setSystemTime(Date.now())

    await signOut(page, registration)
    await expect(other).toHaveURL(/\/login\?redirect_uri=%2Fdashboard$/u, AT_ONCE)
    await other.waitForLoadState("networkidle")
    await page.waitForLoadState("networkidle")
    await signIn(page, registration)
    await expect(page).toHaveURL("/dashboard")
    await expect(other).toHaveURL("/dashboard", AT_ONCE)
  },
)

test("a record that is open in two tabs says so, and the second save is asked what to keep", async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/status of 412/u)
  await register(page, newRegistration())
  const contact = { body: { displayName: "Atlas Steel", jobTitle: "Clerk" } }
  const id = idIn(await call(page, "POST", "/contact/api/v1/contacts", contact))
  await page.goto(`/contacts/${id}?edit`)
  await expect(page.getByLabel("Job title")).toBeEditable()
  const bar = "also open in another tab"
  await expect(page.getByText(bar)).toBeHidden()
  const other = await context.newPage()
  await other.goto(`/contacts/${id}?edit`)
  for (const tab of [page, other]) await expect(tab.getByText(bar)).toBeVisible()

  await page.getByLabel("Job title").fill("Buyer")
  await other.getByLabel("Job title").fill("Seller")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await expect(message(page, "Saved.")).toBeVisible()
  await other.getByRole("button", { name: "Save", exact: true }).click()
  const conflict = other.getByRole("dialog", { name: /changed the same fields/u })
  await expect(conflict.getByRole("row", { name: /Job title/u })).toContainText(
    /Clerk.*Buyer.*Seller/u,
  )
  await conflict.getByRole("button", { name: "Save selection" }).click()
  await expect(message(other, "Saved.")).toBeVisible()
  await expect(fact(other, "Job title")).toHaveText("Seller")

  await other.close({ runBeforeUnload: true })
  await expect(page.getByText(bar)).toBeHidden()
})

/** A page that is loaded anew has lost it. */
async function mark(page: Page) {
  await page.evaluate(() => document.body.setAttribute("data-marked", ""))
}

async function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => document.body.hasAttribute("data-marked"))
}

async function tokenOf(page: Page): Promise<string | undefined> {
  return (await page.context().cookies()).find(({ name }) => name === "token")?.value
}
