/** Reports: built with a preview, run with a chart, exported, duplicated, shared, pinned, deleted and restored. */
import type { Locator, Page } from "@playwright/test"

import { call, idIn, newRegistration, register } from "./company.ts"
import { isWhole, withoutScript } from "./drawn.ts"
import { fitsScreen, noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { heldRequests } from "./hydration.ts"
import { message } from "./messages.ts"
import { save } from "./save.ts"

const SKETCHES = "/report/api/v1/reportSketch"

const BY_KIND = {
  name: "Contacts by kind",
  dataset: "contacts",
  columns: [{ field: "kind" }, { field: "_id", agg: "count" }],
  groupBy: [{ field: "kind" }],
}

async function contacts(page: Page): Promise<void> {
  for (const [kind, displayName] of [
    ["person", "Bram Novak"],
    ["organisation", "Zephyr Lines"],
    ["organisation", "Atlas Steel"],
  ]) {
    await call(page, "POST", "/contact/api/v1/contacts", { body: { kind, displayName } })
  }
}

/** From the list to the preview of how many contacts there are of each kind; gives the table of the preview. */
async function builtByKind(page: Page): Promise<Locator> {
  await page.goto("/reports?page=1")
  await page.getByRole("link", { name: "New report" }).first().click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("New report")
  await page.getByRole("textbox", { name: /^Name/u }).fill("Contacts by kind")
  // Fields are called as on the page of a contact.
  const offered = page.getByLabel("Add a column").locator("option")
  await expect(offered.getByText("Phone", { exact: true })).toHaveCount(1)
  await expect(offered.getByText("E-mail address", { exact: true })).toHaveCount(1)
  await expect(offered.getByText(/e164/u)).toHaveCount(0)
  await page.getByLabel("Add a column").selectOption({ label: "Kind" })
  await page.getByLabel("Add a column").selectOption({ label: "ID" })
  await page.getByLabel("ID: aggregation").selectOption({ label: "Count" })
  await page.getByLabel("Group by").selectOption({ label: "Kind" })
  await page.getByLabel("Kind of chart").selectOption({ label: "Bars" })
  await page.getByRole("button", { name: "Show the first 20 rows" }).click()
  const preview = page.getByRole("region", { name: "Preview" }).getByRole("table").last()
  await expect(preview.locator("tbody tr")).toHaveText(["Organisation2", "Person1"])
  return preview
}

test("a report is built, looked at, run, drawn, exported and shared", async ({
  page,
  complaints,
}) => {
  // A report that does not fit yet is refused while it is made.
  complaints.expect(/status of 422/u)
  await register(page, newRegistration())
  await contacts(page)
  const preview = await builtByKind(page)

  // The order by the keyboard; the preview follows.
  await page.getByLabel("Field of column 2").focus()
  await page.keyboard.press("Alt+ArrowUp")
  await expect(page.getByLabel("Field of column 1")).toHaveValue("_id")
  await expect(preview.locator("tbody tr")).toHaveText(["2Organisation", "1Person"])
  await page.getByRole("button", { name: "Add condition" }).click()
  await page.getByLabel("Condition 1: field").selectOption({ label: "Kind" })
  await page.getByLabel("Condition 1: value").selectOption("organisation")
  await expect(preview.locator("tbody tr")).toHaveText(["2Organisation"])
  await page.getByRole("button", { name: "Create" }).click()

  const heading = page.getByRole("heading", { level: 1 })
  await expect(heading).toHaveText("Contacts by kind")
  await expect(page.getByRole("img", { name: "Contacts by kind" })).toBeVisible()
  await expect(page.getByRole("main")).toContainText("1 row in")
  await noFaults(page)

  await page.getByRole("button", { name: "Export" }).click()
  const download = page.waitForEvent("download")
  await page.getByRole("button", { name: "As CSV" }).click()
  expect((await download).suggestedFilename()).toBe("Contacts by kind.csv")
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Share" }).first().click()
  const dialog = page.getByRole("dialog", { name: "Who can see this report" })
  await dialog.getByLabel("Visible to").selectOption({ label: "Everyone in the company" })
  await dialog.getByRole("button", { name: "Share" }).click()
  await expect(message(page, "Saved.")).toBeVisible()
  await expect(page.getByRole("main")).toContainText("Everyone in the company")
})

test("a report is built and run on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await register(page, newRegistration())
  await contacts(page)
  const preview = await builtByKind(page)
  await page.getByRole("button", { name: "Move ID up" }).click()
  await expect(preview.locator("tbody tr")).toHaveText(["2Organisation", "1Person"])
  await fitsScreen(page)
  await noFaults(page)

  await page.getByRole("button", { name: "Create" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contacts by kind")
  await expect(page.getByRole("img", { name: "Contacts by kind" })).toBeVisible()
  const main = page.getByRole("main")
  await expect(main).toContainText("2 rows in")
  const rows = main.getByRole("table").last().locator("tbody tr")
  await expect(rows).toHaveText(["2Organisation", "1Person"])
  await fitsScreen(page)
})

test("a report is pinned, duplicated, changed, deleted and restored", async ({ page }) => {
  await register(page, newRegistration())
  await call(page, "POST", SKETCHES, {
    body: { name: "All contacts", dataset: "contacts", columns: [{ field: "displayName" }] },
  })
  await page.goto("/reports?page=1")
  await page.getByRole("link", { name: "All contacts" }).click()
  await page.getByRole("button", { name: "Pin", exact: true }).click()
  await expect(page.getByRole("button", { name: "Unpin" })).toBeVisible()
  await expect(page.getByText("No matching records")).toBeVisible()
  await page.getByRole("button", { name: "Duplicate" }).click()
  await expect(page).toHaveURL(/\/edit$/u)
  await page.getByRole("textbox", { name: /^Name(?!:)/u }).fill("Contacts again")
  await save(page)
  await expect(message(page, "Saved.")).toBeVisible()
  await page.getByRole("button", { name: "Delete" }).click()
  await expect(page).toHaveURL(/\/reports\?page=1$/u)
  await expect(page.locator("tbody th")).toHaveText(["All contactsPinned"])
  await page.getByRole("button", { name: "Undo" }).filter({ visible: true }).click()
  await expect(page.getByRole("link", { name: "Contacts again" })).toBeVisible()
})

for (const width of [1360, 390]) {
  test(`a report shows its answer when opened at ${String(width)} px`, async ({
    page,
    browser,
    server,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await register(page, newRegistration())
    await contacts(page)
    const body = {
      ...BY_KIND,
      chart: { type: "bar", x: "kind", y: "count:_id" },
      pinned: true,
    }
    const id = idIn(await call(page, "POST", SKETCHES, { body }))
    await page.goto(`/reports/${id}`)
    const main = page.getByRole("main")
    const rows = main.getByRole("table").last().locator("tbody tr")
    await expect(rows).toHaveText(["Organisation2", "Person1"])
    await expect(main).toContainText("Updated just now")
    const chart = page.getByRole("img", { name: "Contacts by kind" })
    await expect(chart).toContainText("2")
    // It fills its card.
    const card = page.locator(".ui-card", { has: chart })
    const [drawn, around] = [await chart.boundingBox(), await card.boundingBox()]
    expect((drawn?.width ?? 0) / (around?.width ?? 1)).toBeGreaterThan(0.85)

    // What it gave comes with the page, before any script.
    const reader = await withoutScript(page, browser, server)
    await reader.goto(`/reports/${id}`)
    await expect(reader.getByRole("main").getByRole("table").last()).toContainText("Person")
    await reader.context().close()

    await call(page, "POST", "/contact/api/v1/contacts", {
      body: { kind: "person", displayName: "Ida Brandt" },
    })
    await page.getByRole("button", { name: "Refresh" }).click()
    await expect(rows).toHaveText(["Organisation2", "Person2"])

    await page.goto("/dashboard")
    const pinned = main.getByRole("region", { name: "Contacts by kind" })
    await expect(pinned.getByRole("img", { name: "Contacts by kind" })).toBeVisible()
    await pinned.getByRole("link", { name: "Open" }).click()
    await expect(page).toHaveURL(`/reports/${id}`)
  })
}

test("an old result stays until the new one is there", async ({ page }) => {
  await register(page, newRegistration())
  await contacts(page)
  const id = idIn(await call(page, "POST", SKETCHES, { body: BY_KIND }))
  // Five minutes later by the browser's clock, which decides how old a result may be.
  await page.clock.install({ time: Date.now() + 5 * 60_000 })
  const running = heldRequests()
  await page.route(`**/${id}/run`, running.hold)
  await page.goto("/reports?page=1")
  await call(page, "POST", `${SKETCHES}/${id}/run`)
  const displayName = "Ida Brandt"
  await call(page, "POST", "/contact/api/v1/contacts", { body: { kind: "person", displayName } })

  await page.getByRole("link", { name: "Contacts by kind" }).click()
  const main = page.getByRole("main")
  const rows = main.getByRole("table").last().locator("tbody tr")
  await expect(main).toContainText(/Updated 5 minutes ago.*Refreshing…/u)
  await expect(rows).toHaveText(["Organisation2", "Person1"])
  await running.release()
  await expect(rows).toHaveText(["Organisation2", "Person2"])
  await expect(main).not.toContainText("Refreshing…")
})

for (const width of [1360, 390]) {
  test(`countries and roles are named, drawn on a map and chosen from at ${String(width)} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await register(page, newRegistration())
    for (const [displayName, role, country] of [
      ["Atlas Steel", "shipper", "DE"],
      ["Brisk Lines", "consignee", "DE"],
      ["Cobalt Freight", "shipper", "NL"],
    ] as const) {
      const body = { displayName, roles: [role], addresses: [{ type: "work", country }] }
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that none waits for the other
      await call(page, "POST", "/contact/api/v1/contacts", { body })
    }
    const body = {
      name: "Where our contacts are",
      dataset: "contacts",
      columns: [{ field: "addresses.country" }, { field: "_id", agg: "count" }],
      groupBy: [{ field: "addresses.country" }],
      filters: { field: "roles", op: "eq", value: "shipper" },
    }
    const id = idIn(await call(page, "POST", SKETCHES, { body }))
    await page.goto("/reports?page=1")
    await page.getByRole("link", { name: body.name }).click()
    await expect(page).toHaveTitle(/^Where our contacts are/u)
    const main = page.getByRole("main")
    const rows = main.getByRole("table").last().locator("tbody tr")
    await expect(rows).toHaveText(["Germany1", "Netherlands1"])
    const map = page.getByRole("img", { name: "Where our contacts are on the map" })
    await expect(map).toBeVisible()
    await expect(main.locator(".rp-map-legend li")).toHaveText(["Germany 1", "Netherlands 1"])

    await page.goto(`/reports/${id}/edit`)
    const value = page.getByLabel("Condition 1: value")
    await expect(value.getByRole("option", { name: "Customs broker" })).toHaveCount(1)
    await value.selectOption({ label: "Consignee" })
    await page.getByLabel("Condition 1: field").selectOption({ label: "Country" })
    await value.selectOption({ label: "Netherlands" })
    await page.getByRole("button", { name: "Show the first 20 rows" }).click()
    const preview = page.getByRole("region", { name: "Preview" }).getByRole("table").last()
    await expect(preview.locator("tbody tr")).toHaveText(["Netherlands1"])
  })
}

test("without script the reports and how each was last run are read", async ({
  page,
  browser,
  server,
}) => {
  await register(page, newRegistration())
  await call(page, "POST", SKETCHES, {
    body: { name: "All contacts", dataset: "contacts", columns: [{ field: "displayName" }] },
  })
  const reader = await withoutScript(page, browser, server)
  await reader.goto("/reports?page=1")
  await isWhole(reader)
  await reader.getByRole("link", { name: "All contacts" }).click()
  // The report is run for who opens it. On a busy machine its answer may come too late for the page, but stays.
  await expect(async () => {
    await reader.reload()
    const main = reader.getByRole("main")
    await expect(main).toContainText(/Last run.*0 rows in \d+ ms/u, { timeout: 1000 })
  }).toPass()
  await reader.context().close()
})
