/** All data of a company as one file, once its subscription is over: from the banner to the download, with and without script. */
import { readFile } from "node:fs/promises"

import type { Page } from "@playwright/test"

import { colleague, enterDemo, newRegistration, register, signIn } from "./company.ts"
import { withoutScript } from "./drawn.ts"
import { noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { endSubscription } from "./operator.ts"

const LINK = /^Download all data \(about /u

test.describe("of the demonstration", () => {
  test.use({ demo: true })

  test("an expired company downloads everything, with and without JavaScript", async ({
    page,
    browser,
    server,
    complaints,
  }) => {
    test.slow()
    complaints.expect(/status of 4\d\d/u)
    await enterDemo(page, server)
    await endSubscription(page, { browser, server })
    await page.goto("/dashboard")
    const notices = page.getByRole("complementary", { name: "Notices" })
    await expect(notices).toContainText("All data can still be read and exported.")
    await notices.getByRole("link", { name: "Download all data" }).press("Enter")
    await expect(page).toHaveURL("/settings/company#everything-title")
    const card = page.getByRole("region", { name: "All data in one file" })
    await expect(card).toBeInViewport()
    await expect(card).toContainText(/5,\d{3}/u)
    await noFaults(page)
    await isWhole(page)

    await page.setViewportSize({ width: 390, height: 844 })
    await expect(card.getByRole("link", { name: LINK })).toBeVisible()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(390)

    const plain = await withoutScript(null, browser, server)
    await plain.goto("/login")
    if (server.demo === null) throw new Error("there is no demonstration")
    await signIn(plain, server.demo)
    await plain.goto("/settings/company")
    await isWhole(plain)
    await plain.context().close()
  })
})

test("without the permission the page names it, and the link leads back", async ({
  page,
  browser,
  server,
  complaints,
}) => {
  complaints.expect(/status of 4\d\d/u)
  const registration = newRegistration()
  await register(page, registration)
  const { guest } = await colleague(page, registration, { browser, server })
  await guest.goto("/download/company")
  await expect(guest).toHaveURL("/settings/company?download=refused")
  const card = guest.getByRole("region", { name: "All data in one file" })
  await expect(card.getByRole("alert")).toHaveText("Your roles no longer include this download.")
  await expect(card).toContainText("“Company profile: Export”")
  await expect(card.getByRole("link")).toHaveCount(0)
  await guest.context().close()
})

/** The link gives a whole ZIP file: its end says how many files it has. */
async function isWhole(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("main").getByRole("link", { name: LINK }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\d{4}-\d{2}-\d{2}\.zip$/u)
  const bytes = await readFile(await download.path())
  const end = bytes.lastIndexOf("PK\u0005\u0006", undefined, "latin1")
  expect(bytes.subarray(0, 4).toString("latin1")).toBe("PK\u0003\u0004")
  expect(bytes.readUInt16LE(end + 10)).toBeGreaterThan(50)
  expect(bytes.includes("manifest.json")).toBe(true)
  expect(bytes.includes("records/contact.csv")).toBe(true)
}
