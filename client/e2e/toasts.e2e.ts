/** Messages that pass by, with the clock in the test's hand: how long they stay, what stops them, and the way back that they offer. */
import type { Page } from "@playwright/test"

import { call, idIn, newRegistration, register } from "./company.ts"
import { expect, test } from "./fixtures.ts"
import { message } from "./messages.ts"
import { openForm } from "./reading.ts"
import { save } from "./save.ts"

const CONTACTS = "/contact/api/v1/contacts"
const ME = "/iam/api/v1/users/me"

/** Stands still from here on; only the test lets time pass. */
async function stopClock(page: Page) {
  await page.clock.pauseAt(Date.now() + 1000)
}

/** With the clock stopped, what a page does "in a moment" waits for it: a few of those are let pass until it holds. */
async function soon(page: Page, holds: () => Promise<void>) {
  await expect(async () => {
    await page.clock.runFor(10)
    await holds()
  }).toPass()
}

async function becomes(page: Page, state: "hidden" | "visible") {
  await page.evaluate((now) => {
    Object.defineProperty(document, "visibilityState", { value: now, configurable: true })
    document.dispatchEvent(new Event("visibilitychange"))
  }, state)
}

test("a message leaves after three seconds, an error, too; it waits while it is held or nobody looks; three at most", async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 500/u)
  await register(page, newRegistration())
  const body = { displayName: "Atlas Steel" }
  const id = idIn(await call(page, "POST", CONTACTS, { body }))
  // The places where messages are spoken are there from the first paint.
  const html = await (await page.request.get(`/contacts/${id}`)).text()
  expect(html).toMatch(/<div role="status"><\/div><div role="alert"><\/div>/u)

  await page.clock.install()
  await page.goto(`/contacts/${id}?edit`)
  const title = page.getByLabel("Job title")
  const again = page.getByRole("link", { name: "Edit", exact: true })
  const saved = message(page, "Saved.")
  let count = 0
  const change = async () => {
    count += 1
    if (count > 1) await again.click()
    await title.fill(`Buyer ${String(count)}`)
    await save(page)
    await expect(saved).toBeVisible()
  }
  await expect(title).toBeEditable()
  await page.waitForLoadState("networkidle")
  await stopClock(page)

  await change()
  await expect(page.getByRole("status").filter({ hasText: "Saved." })).toHaveCount(1)
  await page.clock.runFor(2900)
  await expect(saved).toBeVisible()
  await page.clock.runFor(200)
  await expect(saved).toBeHidden()

  await change()
  await saved.hover()
  await page.clock.runFor(20_000)
  await expect(saved).toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.runFor(3100)
  await expect(saved).toBeHidden()

  await change()
  await page.getByRole("button", { name: "Dismiss" }).focus()
  await page.clock.runFor(20_000)
  await expect(saved).toBeVisible()
  await again.focus()
  await page.clock.runFor(3100)
  await expect(saved).toBeHidden()

  await change()
  await becomes(page, "hidden")
  await page.clock.runFor(20_000)
  await becomes(page, "visible")
  await expect(saved).toBeVisible()
  await page.clock.runFor(3100)
  await expect(saved).toBeHidden()

  // What is changed at once and refused is as it was before, and the reason is told.
  let refusals = 0
  await page.route(`**${ME}`, (route) => {
    if (route.request().method() !== "PATCH") return route.continue()
    refusals += 1
    const detail = `Refused, number ${String(refusals)}.`
    return route.fulfill({ status: 500, json: { title: "Refused", status: 500, detail } })
  })
  const root = page.locator("html")
  await page.getByRole("button", { name: /your account/u }).click()
  for (const look of ["Dark", "High contrast", "Light", "Dark"]) {
    const refused = refusals
    await page.getByLabel(look, { exact: true }).click()
    await expect(message(page, `Refused, number ${String(refused + 1)}.`)).toBeVisible()
    await expect(root).toHaveAttribute("data-theme", "system")
  }
  await page.keyboard.press("Escape")
  await expect(message(page, /^Refused, number [234]\.$/u)).toHaveCount(3)
  await expect(message(page, "Refused, number 1.")).toBeHidden()
  await page.getByRole("button", { name: "Dismiss" }).first().click()
  await expect(message(page, /^Refused, number/u)).toHaveCount(2)
  await page.mouse.move(0, 0)
  await page.clock.runFor(3100)
  await expect(message(page, /^Refused, number/u)).toHaveCount(0)
  await page.getByRole("button", { name: /Notifications/u }).click()
  const dialog = page.getByRole("dialog", { name: "Notifications" })
  await expect(dialog).toContainText("Refused, number 1.")
  await expect(dialog).toContainText("Saved.")
})

test("what was deleted comes back for ten seconds by its message, for thirty days from the bin, and that is recorded", async ({
  page,
}) => {
  await register(page, newRegistration())
  for (const displayName of ["Atlas Steel", "Bram Novak", "Zephyr Lines"]) {
    await call(page, "POST", CONTACTS, { body: { displayName } })
  }
  const names = page.locator("tbody th")
  const undo = page.getByRole("button", { name: "Undo" }).filter({ visible: true })
  await page.clock.install()
  await page.goto("/contacts?page=1")
  await expect(names).toHaveCount(3)
  await page.waitForLoadState("networkidle")
  await stopClock(page)

  // Several at once are one deed, and one way back.
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check()
  await page.getByRole("button", { name: "Delete 3 records" }).click()
  await expect(undo).toBeVisible()
  await page.clock.runFor(9000)
  await undo.hover()
  await page.clock.runFor(60_000)
  await undo.click()
  await soon(page, () => expect(names).toHaveCount(3, { timeout: 500 }))

  await page.getByRole("checkbox", { name: "Select Bram Novak" }).check()
  await page.getByRole("button", { name: "Delete 1 record" }).click()
  await expect(undo).toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.runFor(9900)
  await expect(undo).toBeVisible()
  await page.clock.runFor(200)
  await expect(undo).toBeHidden()

  // The message is gone, and so is this page; the bin has it.
  await page.clock.resume()
  await page.goto("/contacts?page=1&bin=true")
  await page.getByRole("link", { name: "Bram Novak" }).click()
  await page.getByRole("button", { name: "Restore" }).click()
  await openForm(page)
  await expect(page.getByLabel("Job title")).toBeEditable()
  const trail = await call(page, "GET", "/log/api/v1/audit?limit=50")
  expect(trail.match(/"contact\.(?:restore|undo)"/gu)?.length).toBeGreaterThanOrEqual(4)
})
