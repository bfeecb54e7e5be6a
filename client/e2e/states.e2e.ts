/** The states that no screen may forget: refused, failed, slow, twice at once, gone, without rights, on paper, enlarged. */
import type { Page } from "@playwright/test"

import { call, idIn, newRegistration, register } from "./company.ts"
import { expect, test } from "./fixtures.ts"
import { newGate } from "./gate.ts"
import { isHydrated } from "./hydration.ts"
import { message } from "./messages.ts"
import { fact } from "./reading.ts"
import { refuse, watchFor } from "./refused.ts"

const SERVICE = "/contact/api/v1/contacts"

const newContact = async (page: Page, body: object) =>
  idIn(await call(page, "POST", SERVICE, { body }))

test("ten presses of Create in a moment make one contact", async ({ page }) => {
  await register(page, newRegistration())
  await page.goto("/contacts/create")
  await page.getByLabel("Display name").fill("Only once")
  await page.getByRole("button", { name: "Create" }).evaluate((button: HTMLElement) => {
    for (let press = 0; press < 10; press += 1) button.click()
  })
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Only once")
  expect(await call(page, "GET", `${SERVICE}?page=1`)).toContain('"total":1')
})

test("a save that fails keeps what was typed, a save that is too early goes on by itself", async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of (?:500|429)/u)
  await register(page, newRegistration())
  const id = await newContact(page, { displayName: "Atlas Steel" })
  await page.goto(`/contacts/${id}?edit`)
  let answer: [number, Record<string, string>] | null = [500, {}]
  await page.route(`**${SERVICE}/${id}`, async (route) => {
    if (answer === null || route.request().method() !== "PATCH") return route.continue()
    const [status, headers] = answer
    answer = null
    return refuse(route, status, headers)
  })
  await page.getByLabel("Job title").fill("Buyer")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await expect(page.getByRole("alert", { name: "Couldn't save your changes." })).toContainText(
    "It did not work this time.",
  )
  await expect(page.getByLabel("Job title")).toHaveValue("Buyer")

  answer = [429, { "Retry-After": "2" }]
  const waited = await watchFor(page, /Trying again in \d second/u)
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await waited()
  await expect(message(page, "Saved.")).toBeVisible()
  await page.reload()
  await expect(fact(page, "Job title")).toHaveText("Buyer")
})

test("a list that does not arrive says so, and tries again when asked", async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 500/u)
  await register(page, newRegistration())
  await newContact(page, { displayName: "Atlas Steel" })
  await page.goto("/contacts/create")
  await page.waitForFunction(isHydrated)
  let fails = true
  await page.route(`**${SERVICE}?**`, (route) => (fails ? refuse(route, 500) : route.continue()))
  await page.getByRole("link", { name: "Contacts" }).first().click()
  await expect(page.getByText("Couldn't load the list.")).toBeVisible()
  await expect(page.getByText("req-4711")).toBeVisible()
  fails = false
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByRole("link", { name: "Atlas Steel" })).toBeVisible()
})

test("a list that is late shows its skeleton in the place of the rows", async ({ page }) => {
  await register(page, newRegistration())
  await newContact(page, { displayName: "Atlas Steel" })
  await page.goto("/contacts/create")
  await page.waitForFunction(isHydrated)
  const gate = newGate()
  await page.route(`**${SERVICE}?**`, async (route) => {
    await gate.opened
    await route.continue()
  })
  await page.getByRole("link", { name: "Contacts" }).first().click()
  await expect(page.locator('table[aria-busy="true"]')).toBeVisible()
  gate.open()
  await expect(page.getByRole("link", { name: "Atlas Steel" })).toBeVisible()
})

test("an address that asks for what a list cannot do leads back to the list", async ({ page }) => {
  await register(page, newRegistration())
  await page.goto("/contacts?page=1&sort=nothing")
  await expect(page.getByText("Couldn't show this view of the list.")).toBeVisible()
  await page.getByRole("link", { name: "Show all" }).click()
  await expect(page.getByText("Nothing here yet")).toBeVisible()
})

test("names of every kind are drawn whole and found again", async ({ page }) => {
  await register(page, newRegistration())
  const names = [
    "Reederei Blankenese Überseegesellschaft für Stückgut, Massengut und Projektladung mit beschränkter Haftung & Co. KG Nord",
    "شركة الشحن السريع",
    "株式会社 海運",
    "Zoë 🚢 Ltd",
    "<b>not bold</b>",
  ]
  for (const displayName of names) await newContact(page, { displayName, kind: "organisation" })
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto("/contacts?page=1")
  for (const name of names) {
    await expect(page.getByRole("link", { name })).toBeVisible()
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
  await page.getByRole("link", { name: "شركة الشحن السريع" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("شركة الشحن السريع")
})

test("on paper a list has no tools, and with forced colours the choice of a row is still seen", async ({
  page,
}) => {
  await register(page, newRegistration())
  await newContact(page, { displayName: "Atlas Steel" })
  await page.goto("/contacts?page=1")
  await page.emulateMedia({ media: "print" })
  await expect(page.getByRole("searchbox")).toBeHidden()
  await expect(page.getByText("Atlas Steel")).toBeVisible()
  await page.emulateMedia({ media: "screen", forcedColors: "active", reducedMotion: "reduce" })
  const choice = page.getByRole("checkbox", { name: "Select Atlas Steel" })
  await choice.check()
  await expect(choice).toBeChecked()
  await expect(page.getByRole("region", { name: "Selected rows" })).toBeVisible()
})

test("what is done at once and then refused is as it was before, and the reason is told", async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 500/u)
  await register(page, newRegistration())
  const reason = message(page, "It did not work this time. (500)")
  const dismiss = async () => {
    await expect(reason).toBeVisible()
    await page.getByRole("button", { name: "Dismiss" }).first().click()
    await expect(reason).toBeHidden()
  }

  await test.step("an order", async () => {
    const group = "berth-kind"
    const body = { code: group, name: "Berth kinds" }
    await call(page, "POST", "/master/api/v1/dropdown-groups", { body })
    for (const label of ["Bulk", "Ro-ro"]) {
      const value = { group, code: label.toLowerCase(), label }
      await call(page, "POST", "/master/api/v1/dropdown", { body: value })
    }
    const gate = newGate()
    await page.route("**/dropdown/reorder", async (route) => {
      await gate.opened
      await refuse(route, 500)
    })
    await page.goto(`/settings/picklist/order/${group}`)
    const labels = page.getByRole("main").locator("ol > li").getByRole("link")
    const before = await labels.allTextContents()
    const asked = page.waitForRequest("**/dropdown/reorder")
    await page.getByRole("button", { name: /^Move/u }).first().press("ArrowDown")
    await expect(labels).toHaveText(before.toReversed())
    await asked
    gate.open()
    await expect(labels).toHaveText(before)
    await dismiss()
  })

  await test.step("read", async () => {
    const file = { body: "name\nReefer\n", type: "text/csv" }
    await call(page, "POST", "/contact/api/v1/contact-tags/import?dryRun=false", file)
    await page.route("**/notifications/loaded", (route) => refuse(route, 500))
    await page.goto("/dashboard")
    await page.getByRole("button", { name: "Notifications, 1 unread" }).click()
    const dialog = page.getByRole("dialog", { name: "Notifications" })
    const mark = dialog.getByRole("button", { name: /^Mark as read/u })
    await mark.click()
    await expect(reason.first()).toBeVisible()
    await expect(mark).toBeVisible()
    await expect(dialog.getByText("1 unread")).toBeVisible()
    await page.reload()
    await expect(page.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible()
  })

  await test.step("active, and a favourite", async () => {
    await page.route("**/oceanport/bulk", (route) => refuse(route, 500))
    await page.goto("/settings/oceanport?page=1")
    const row = page.locator("tbody tr").first()
    const stood = await row.textContent()
    await row.getByRole("checkbox").check()
    for (const act of ["Deactivate", "Show first"]) {
      await page.getByRole("button", { name: act, exact: true }).click()
      await dismiss()
      expect(await row.textContent()).toBe(stood)
      await expect(row.getByRole("checkbox")).toBeChecked()
    }
  })

  await test.step("a name", async () => {
    const id = await newContact(page, { displayName: "Atlas Steel" })
    await page.goto(`/contacts/${id}?edit`)
    await page.route(`**${SERVICE}/${id}`, (route) =>
      route.request().method() === "PATCH" ? refuse(route, 500) : route.continue(),
    )
    await page.getByLabel("Display name").fill("Atlas Iron")
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await expect(reason.first()).toBeVisible()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Atlas Steel")
    await expect(page.getByLabel("Display name")).toHaveValue("Atlas Iron")
    await page.getByRole("button", { name: "Cancel" }).click()
    await expect(page.getByLabel("Display name")).toBeHidden()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Atlas Steel")
    await page.getByRole("button", { name: "Undo" }).filter({ visible: true }).click()
    await expect(page.getByLabel("Display name")).toHaveValue("Atlas Iron")
    await page.getByRole("button", { name: "Cancel" }).click()
  })
})
