/** A slow line and a slow service: what is there can be used at once, and every wait says that it is one and can be ended. */
import type { Page } from "@playwright/test"

import { call, newRegistration, register } from "./company.ts"
import { expect, test } from "./fixtures.ts"
import { newGate } from "./gate.ts"

const CONTACTS = "/contact/api/v1/contacts"

async function contacts(page: Page) {
  for (const displayName of ["Atlas Steel", "Bram Novak"]) {
    await call(page, "POST", CONTACTS, { body: { displayName } })
  }
}

/** With the clock stopped, what a page does "in a moment" waits for it: a few of those are let pass until it holds. */
async function soon(page: Page, holds: () => Promise<void>) {
  await expect(async () => {
    await page.clock.runFor(10)
    await holds()
  }).toPass()
}

test(
  "on a slow line a list is read and sorted before its script is there",
  { tag: "@alone" },
  async ({ page, context }) => {
    test.slow()
    await register(page, newRegistration())
    await contacts(page)
    const line = await context.newCDPSession(page)
    await line.send("Network.enable")
    await line.send("Network.setCacheDisabled", { cacheDisabled: true })
    await line.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 400,
      downloadThroughput: 50 * 1024,
      uploadThroughput: 50 * 1024,
    })
    const isScripted = () =>
      page.evaluate(() =>
        Object.keys(document.querySelector("#root") ?? {}).some((key) => key.startsWith("__react")),
      )
    await page.goto("/contacts?page=1", { waitUntil: "commit" })
    const names = page.locator("tbody th")
    await expect(names).toHaveText(["Atlas Steel", "Bram Novak"])
    expect(await isScripted()).toBe(false)
    await page.getByRole("link", { name: "Name", exact: true }).click()
    await page.waitForURL(/sort=/u, { waitUntil: "commit" })
    await expect(names.first()).toBeVisible()
    expect(await isScripted()).toBe(false)
  },
)

test(
  "a wait shows the bar, then the place of what is missing, then a way to end it, and gives up after thirty seconds",
  { tag: "@alone" },
  async ({ page, complaints }) => {
    complaints.expect(/ERR_FAILED|ERR_ABORTED/u)
    await register(page, newRegistration())
    await contacts(page)
    await page.clock.install()
    await page.goto("/contacts/create")
    await page.waitForLoadState("networkidle")
    const gate = newGate()
    await page.route(`**${CONTACTS}?**`, async (route) => {
      await gate.opened
      await route.continue().catch(() => {})
    })
    await page.clock.pauseAt(Date.now() + 1000)
    const link = page.getByRole("link", { name: "Contacts" }).first()
    await link.click()

    // The bar is there at once and seen after 150 ms.
    const bar = page.locator(".ui-progress")
    await expect(bar).toHaveAttribute("data-active", "true")
    const appears = await bar.evaluate((element) => {
      const { animationName, animationDelay } = getComputedStyle(element, "::before")
      return [animationName.split(", ")[0], animationDelay.split(", ")[0]]
    })
    expect(appears).toEqual(["ui-appear", "0.15s"])
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("New contact")
    await page.clock.runFor(450)
    await expect(page.locator('table[aria-busy="true"]')).toBeVisible()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contacts")
    await expect(bar).toHaveAttribute("data-active", "false")

    const working = page.getByText("Still working…")
    await expect(working).toBeHidden()
    await page.clock.runFor(5000)
    await expect(working).toBeVisible()
    await page.getByRole("button", { name: "Cancel" }).filter({ visible: true }).click()
    const failed = page.getByText("Couldn't load the list.")
    await soon(page, () => expect(failed).toBeVisible({ timeout: 500 }))
    await expect(working).toBeHidden()

    // Asked again, nobody answers for thirty seconds.
    const again = page.getByRole("button", { name: "Try again" })
    await again.click()
    const waits = page.locator('table[aria-busy="true"]')
    await soon(page, () => expect(waits).toBeVisible({ timeout: 500 }))
    await page.clock.runFor(30_000)
    const late = page.getByText("The server took too long to answer. Try again.")
    await soon(page, () => expect(late).toBeVisible({ timeout: 500 }))
    gate.open()
    await page.unroute(`**${CONTACTS}?**`)
    await again.click()
    const arrived = page.getByRole("link", { name: "Atlas Steel" })
    await soon(page, () => expect(arrived).toBeVisible({ timeout: 500 }))
  },
)
