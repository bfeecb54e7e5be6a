/** With JavaScript off: a contact is created and edited, a conflict is settled and a report refreshed by the browser's own forms. */
import type { Browser, Page } from "@playwright/test"

import { type Registration, call, idIn, newRegistration, register, signIn } from "./company.ts"
import { withoutScript } from "./drawn.ts"
import { axeFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { fact } from "./reading.ts"
import type { Server } from "./server.ts"

const CONTACTS = "/contact/api/v1/contacts"

/** A page of somebody who has signed in without script. */
async function signedIn(
  browser: Browser,
  server: Server,
  registration: Registration,
): Promise<Page> {
  const still = await withoutScript(null, browser, server)
  await still.goto("/contacts/create")
  await signIn(still, registration)
  await expect(still).toHaveURL(/\/contacts\/create$/u)
  return still
}

/** Every control that is shown does something, and nothing is wider than the window. */
async function isSound(still: Page) {
  const { dead, sideways } = await still.evaluate(() => ({
    dead: [
      ...document.querySelectorAll<HTMLElement>(
        'main button[type="button"]:not([popovertarget]), main form[method="dialog"] [type="submit"]',
      ),
    ]
      .filter((each) => each.checkVisibility())
      .map((each) => each.textContent),
    sideways: Math.max(
      0,
      document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  }))
  expect.soft({ dead, sideways }).toEqual({ dead: [], sideways: 0 })
}

/** What axe finds on the page. Its checks need script, so they run on a copy in which the page's own script is left out. */
async function barriers(still: Page, browser: Browser) {
  const html = (await still.content())
    .replaceAll(/<script\b.*?<\/script>/gsu, "")
    .replaceAll(/<(\/?)noscript\b/gu, "<$1div")
  const context = await browser.newContext({ viewport: still.viewportSize() })
  const copy = await context.newPage()
  await copy.route(still.url(), async (route) => {
    await route.fulfill({ contentType: "text/html; charset=utf-8", body: html })
  })
  await copy.goto(still.url())
  const faults = await axeFaults(copy)
  await context.close()
  return faults
}

for (const width of [1360, 390]) {
  test(`without JavaScript a contact is created, corrected and edited at ${width} pixels`, async ({
    page,
    browser,
    server,
  }) => {
    const registration = newRegistration()
    await register(page, registration)
    for (const displayName of ["Halcyon Lines", "Halcyon Freight"]) {
      await call(page, "POST", CONTACTS, { body: { kind: "organisation", displayName } })
    }
    const still = await signedIn(browser, server, registration)
    await still.setViewportSize({ width, height: 800 })
    await still.getByLabel("First name").fill("Aiko")
    await still.getByLabel("Organisation").fill("halcyon")
    await still.getByRole("button", { name: "Add an e-mail address" }).click()
    await expect(still.getByLabel("Organisation")).toHaveValue("halcyon")
    await still.getByLabel("Choose one of the matches.").selectOption("Halcyon Freight")
    await still.getByLabel(/^Address/u).fill("aiko@halcyon.example")
    await still.getByRole("button", { name: "Add an e-mail address" }).click()
    await expect(still.getByLabel("First name")).toHaveValue("Aiko")
    await still
      .getByLabel(/^Address/u)
      .last()
      .fill("not an address")
    await isSound(still)
    await still.getByRole("button", { name: "Create" }).click()

    const summary = still.getByRole("alert", { name: "Couldn't save your changes." })
    await expect(summary).toBeVisible()
    await summary.getByRole("link", { name: /E-mail addresses 2/u }).click()
    const second = still.getByLabel(/^Address/u).last()
    await expect(second).toHaveAttribute("aria-invalid", "true")
    await expect(second).toHaveValue("not an address")
    await expect(still.getByLabel("Organisation")).toHaveValue("Halcyon Freight")
    expect.soft(await barriers(still, browser)).toEqual([])
    await second.fill("aiko@home.example")
    await still.getByLabel("Last name").fill("Haddad")
    // Enter saves, and does not press a button that removes an item.
    await still.getByLabel("Last name").press("Enter")

    await expect(still.getByRole("heading", { level: 1 })).toHaveText("Aiko Haddad")
    await expect(still.getByText("Created.", { exact: true })).toBeVisible()
    await expect(still.getByText("aiko@home.example").first()).toBeVisible()
    await expect(still.getByText("Halcyon Freight").first()).toBeVisible()
    await still.getByRole("link", { name: "Edit", exact: true }).click()
    await still.getByRole("button", { name: "Remove item 1 from E-mail addresses" }).click()
    await expect(still.getByLabel(/^Address/u)).toHaveValue("aiko@home.example")
    await still.getByLabel("Job title").fill("Export manager")
    await isSound(still)
    await still.getByRole("button", { name: "Save" }).click()
    await expect(still.getByText("Saved.", { exact: true })).toBeVisible()
    await expect(fact(still, "Job title")).toHaveText("Export manager")
    const reached = still.getByRole("region", { name: "Contact details" })
    await expect(reached).toContainText("aiko@home.example")
    await expect(reached).not.toContainText("aiko@halcyon.example")
    await still.context().close()
  })
}

test("without JavaScript a conflict with another change is settled", async ({
  page,
  browser,
  server,
}) => {
  const registration = newRegistration()
  await register(page, registration)
  const id = idIn(await call(page, "POST", CONTACTS, { body: { displayName: "Bram Novak" } }))
  const still = await signedIn(browser, server, registration)
  await still.goto(`/contacts/${id}?edit`)
  await still.getByLabel("Job title").fill("Clerk")
  await still.getByLabel("Department").fill("Export")
  await call(page, "PATCH", `${CONTACTS}/${id}`, { body: { jobTitle: "Manager", scac: "MSKU" } })
  await still.getByRole("button", { name: "Save" }).click()
  const asked = still.getByRole("region", { name: "Someone else changed the same fields" })
  await expect(asked.getByRole("group")).toHaveCount(1)
  await expect(asked).toContainText("Saved by")
  await expect(asked.getByRole("radio", { name: "Yours: Clerk" })).toBeChecked()
  await asked.getByRole("radio", { name: "Theirs: Manager" }).check()
  await isSound(still)
  await still.getByRole("button", { name: "Save" }).click()
  await expect(still.getByText("Saved.", { exact: true })).toBeVisible()
  await expect(fact(still, "Job title")).toHaveText("Manager")
  await expect(fact(still, "Department")).toHaveText("Export")
  await expect(fact(still, "SCAC")).toHaveText("MSKU")
  await still.context().close()
})

test("without JavaScript a report is refreshed and paged", async ({ page, browser, server }) => {
  const registration = newRegistration()
  await register(page, registration)
  for (let number = 10; number < 65; number += 1) {
    await call(page, "POST", CONTACTS, { body: { displayName: `Contact ${String(number)}` } })
  }
  const report = {
    name: "All contacts",
    dataset: "contacts",
    columns: [{ field: "displayName", sort: "asc" }],
  }
  const id = idIn(await call(page, "POST", "/report/api/v1/reportSketch", { body: report }))
  const still = await signedIn(browser, server, registration)
  await still.goto(`/reports/${id}`)
  await still.getByRole("button", { name: "Refresh" }).click()
  await expect(still.getByText("Report refreshed.", { exact: true })).toBeVisible()
  const rows = still.locator("tbody th")
  await expect(rows).toHaveCount(50)
  await isSound(still)
  await still.getByRole("link", { name: "Next" }).click()
  await expect(rows).toHaveText([60, 61, 62, 63, 64].map((number) => `Contact ${String(number)}`))
  await still.context().close()
})

test("a form sent before the script has started is saved", async ({ page, complaints }) => {
  complaints.expect(/ERR_FAILED/u)
  await register(page, newRegistration())
  // The script of the page never comes.
  await page.route("**/assets/**.js", (route) => route.abort())
  await page.goto("/contacts/create")
  await page.getByLabel("First name").fill("Aiko")
  await page.getByRole("button", { name: "Create" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Aiko")
})
