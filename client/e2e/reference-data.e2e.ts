/** What reference data cost on the wire: once a session's worth, then nothing until somebody changes them. */
import type { Page } from "@playwright/test"

import { call, enterDemo, idIn, newRegistration, register } from "./company.ts"
import { expect, test } from "./fixtures.ts"
import { fact, openForm } from "./reading.ts"

/** The six queries of a signed-in page (specification 4). */
const QUERIES =
  /\/(?:country\?brief|timezone\?brief|currency-list\?brief|dropdown\?module|fetch-google-map-key$|fetch-config-key$)/u
/** Any other question to the lists of which the stores hold the brief form. */
const LISTS = /\/master\/api\/v1\/(?:country|timezone|currency-list|dropdown)(?![\w-])(?!.*brief)/u

const DROPDOWN = "/master/api/v1/dropdown"

const FIRST_VISIT_BYTES = 60_000

test.use({ demo: true })

/** What Chromium has read from the network for the addresses that match, headers among it. */
async function traffic(page: Page, pattern: RegExp) {
  const session = await page.context().newCDPSession(page)
  const urls = new Map<string, string>()
  const bytes = new Map<string, number>()
  session.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (pattern.test(request.url)) urls.set(requestId, request.url)
  })
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (urls.has(requestId)) bytes.set(requestId, encodedDataLength)
  })
  await session.send("Network.enable")
  return {
    requests: () => bytes.size,
    bytes: () => [...bytes.values()].reduce((sum, each) => sum + each, 0),
    urls: () => [...urls.values()],
  }
}

test("a first visit reads at most 60 kB of reference data, later ones nothing", async ({
  page,
  context,
  complaints,
  server,
}) => {
  const first = await traffic(page, QUERIES)
  await enterDemo(page, server)
  await expect.poll(first.requests).toBe(6)
  expect(first.bytes()).toBeGreaterThan(0)
  expect(first.bytes()).toBeLessThanOrEqual(FIRST_VISIT_BYTES)

  // The same tab: its session storage has all but the dropdowns.
  const second = await traffic(page, QUERIES)
  await page.goto("/dashboard")
  await expect.poll(second.requests).toBe(1)
  expect(second.bytes()).toBe(0)

  // Another tab has a session storage of its own, and the same cache.
  const tab = await context.newPage()
  complaints.watch(tab, server.origin)
  const third = await traffic(tab, QUERIES)
  await tab.goto("/dashboard")
  await expect.poll(third.requests).toBe(6)
  expect(third.bytes()).toBe(0)

  process.stdout.write(
    `Bytes of reference data: ${first.bytes()} on the first visit, ${second.bytes()} on the next page, ${third.bytes()} in another tab\n`,
  )
})

test("selects read the stores, and a change of a list is in them at once", async ({ page }) => {
  await register(page, newRegistration())
  const list = await call(page, "GET", "/master/api/v1/country?filter=alpha2:eq:BE")
  await page.goto("/settings/company")
  const country = page.getByRole("combobox", { name: "Operating country" })
  await expect(country).toHaveValue("Netherlands")
  const asked = await traffic(page, LISTS)
  await country.fill("belg")
  await expect(page.getByRole("option", { name: "Belgium" })).toBeVisible()
  await page.keyboard.press("Escape")
  const zone = page.getByRole("combobox", { name: "Time zone" })
  await zone.fill("calcutta")
  await expect(page.getByRole("option", { name: "Asia/Kolkata" })).toBeVisible()
  await page.keyboard.press("Escape")
  await page.getByRole("combobox", { name: "Currency" }).fill("usd")
  await expect(page.getByRole("option", { name: /dollar/iu }).first()).toBeVisible()
  expect(asked.urls()).toEqual([])

  // Renamed on its own screen, and named so by a form of the same document.
  await page.goto(`/settings/countries/${idIn(list)}`)
  await page.getByRole("textbox", { name: /^English name/u }).fill("Belgique")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Belgique")
  await page.getByRole("link", { name: "Company profile" }).click()
  await country.fill("belg")
  await expect(page.getByRole("option", { name: "Belgique" })).toBeVisible()
})

test("a word that the company renamed is shown in forms and lists", async ({ page }) => {
  await register(page, newRegistration())
  const body = { displayName: "Atlas Steel", roles: ["notify"] }
  const contact = await call(page, "POST", "/contact/api/v1/contacts", { body })
  const list = await call(page, "GET", `${DROPDOWN}?group=contact_role&filter=code:eq:notify`)
  await page.goto(`/settings/picklist/values/${idIn(list)}`)
  await page.getByRole("textbox", { name: /^Label/u }).fill("Notify address")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Notify address")
  await page.goto("/contacts")
  await expect(page.getByRole("cell", { name: "Notify address" })).toBeVisible()
  await page.goto(`/contacts/${idIn(contact)}`)
  await expect(fact(page, "Roles")).toHaveText("Notify address")
  await openForm(page)
  await expect(page.getByLabel("Notify address")).toBeChecked()
})
