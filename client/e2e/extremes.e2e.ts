/** Data as odd as they come: none at all, nothing that matches, twelve thousand rows, the longest names in any script, empty fields. */
import type { Page } from "@playwright/test"

import { call, enterDemo, idIn, newRegistration, register } from "./company.ts"
import { expect, test } from "./fixtures.ts"
import { message } from "./messages.ts"
import { SCREENS } from "./screens.ts"
import { startServer } from "./server.ts"

const LISTS = SCREENS.filter(({ kind }) => kind === "list").map(({ id, path, reads }) => ({
  id,
  path: path("", {}),
  service: reads?.("", {}) ?? "",
}))

test("a list without a row says what it is for and what to do first, one in which nothing matches leads back to all", async ({
  page,
}) => {
  test.slow()
  await register(page, newRegistration())
  const main = page.getByRole("main")
  const empty: string[] = []
  for (const { id, path, service } of LISTS) {
    await test.step(id, async () => {
      const { total }: { total: number } = JSON.parse(
        await call(page, "GET", `${service}?paged=true&page=1&pageSize=1`),
      )
      await page.goto(path)
      if (total === 0) {
        empty.push(id)
        const state = main.locator(".ui-empty")
        await expect(state.getByText("Nothing here yet")).toBeVisible()
        // What this is.
        await expect(state.getByRole("paragraph").last()).toContainText(/\S{2,}.{20}/u)
        // Files are uploaded where their folder is, all others are made here.
        if (id !== "file list") {
          const first = state.getByRole("link")
          await expect(first).toHaveText(/^New /u)
          await first.click()
          await expect(page.getByRole("button", { name: "Create" }).first()).toBeVisible()
          await page.goto(path)
        }
      } else {
        await expect(main.locator("tbody [data-record]").first()).toBeVisible()
      }
      await page.goto(`${path}&search=zzqx%20nothing`)
      await expect(main.getByText("No results")).toBeVisible()
      await main.getByRole("link", { name: "Clear search and filters" }).click()
      await expect(page).not.toHaveURL(/search=/u)
      await expect(main.getByRole("searchbox")).toHaveValue("")
      await expect(main.getByText("No results")).toBeHidden()
    })
  }
  expect(empty.length).toBeGreaterThanOrEqual(6)
})

test(
  "a list of twelve thousand says so, and its last page is as near as its first",
  { tag: "@alone" },
  async ({ browser }) => {
    test.slow()
    const server = await startServer({ rows: 12_000 })
    const context = await browser.newContext({ baseURL: server.origin })
    try {
      const page = await context.newPage()
      await enterDemo(page, server)
      await page.goto("/contacts?page=1&pageSize=100&sort=displayName")
      const main = page.getByRole("main")
      const names = main.locator("tbody th")
      await expect(main).toContainText("More than 10,000 contacts")
      await expect(main).toContainText("1 to 100 of more than 10,000")
      await expect(names).toHaveCount(100)
      await expect(main).toContainText("Page 1")
      const first = await names.allTextContents()
      const took = async (address: string) => {
        const times: number[] = []
        // The fastest of a few: what else this machine does is not the list's.
        for (let round = 0; round < 5; round += 1) {
          const begun = performance.now()
          await call(page, "GET", address)
          times.push(performance.now() - begun)
        }
        return Math.min(...times)
      }
      const service = "/contact/api/v1/contacts?pageSize=100&sort=displayName"
      await took(`${service}&page=1`)
      expect(await took(`${service}&page=120`)).toBeLessThan(500)

      await page.goto("/contacts?page=119&pageSize=100&sort=displayName")
      await page.getByRole("link", { name: "Next", exact: true }).click()
      await expect(main).toContainText("Page 120 of 120")
      await expect(main).toContainText("11,901 to 12,000")
      await expect(names).toHaveCount(100)
      const last = await names.allTextContents()
      expect(last.filter((name) => first.includes(name))).toEqual([])
      await expect(page.getByRole("link", { name: "Next", exact: true })).toHaveAttribute(
        "aria-disabled",
        "true",
      )
      await main.getByRole("link", { name: "Name", exact: true }).click()
      await expect(page).toHaveURL(/sort=-displayName/u)
      await expect(names.first()).toHaveText(last.at(-1) ?? "")
      await page.goto("/contacts?page=500&pageSize=100")
      await expect(main.getByText("This page is empty")).toBeVisible()
    } finally {
      await context.close()
      await server.stop()
    }
  },
)

const PLACE = { country: "NL", timezone: "Europe/Amsterdam" }

/** What names a record, how long that may be, and what else a new one needs. Everything else stays empty. */
const KINDS: readonly {
  service: string
  list: string
  field: string
  most: number
  body?: object
}[] = [
  { service: "/contact/api/v1/contacts", list: "/contacts", field: "displayName", most: 120 },
  { service: "/contact/api/v1/contact-tags", list: "/contacts/tags", field: "name", most: 40 },
  {
    service: "/iam/api/v1/companies/offices",
    list: "/settings/company/offices",
    field: "name",
    most: 80,
    body: { timezone: "Europe/Amsterdam" },
  },
  { service: "/iam/api/v1/groups", list: "/settings/groups", field: "name", most: 60 },
  {
    service: "/master/api/v1/receivinglocation",
    list: "/settings/receivinglocation",
    field: "name",
    most: 120,
    body: PLACE,
  },
  { service: "/iam/api/v1/issue/tracker", list: "/issues", field: "title", most: 120 },
  {
    service: "/report/api/v1/reportSketch",
    list: "/reports",
    field: "name",
    most: 80,
    body: { dataset: "contacts", columns: [{ field: "displayName" }] },
  },
  {
    service: "/drive/api/v1/filesystem/file",
    list: "/files/all",
    field: "name",
    most: 120,
    body: { isFolder: true },
  },
]

/** Beginnings that a search finds apart; behind them whatever a keyboard gives. */
const SCRIPTS: Readonly<Record<string, string>> = {
  Lang: "Überseegesellschaft für Stückgut, Massengut und Projektladung mit beschränkter Haftung und Compagnie Kommanditgesellschaft",
  Emoji: "🚢👩‍👩‍👧‍👦🇳🇱 Zoë's ⚓️ & <i>sons",
  // Marks stand behind their letters, several at once.
  Marks:
    "Tiê\u0301ng Viê\u0323t a\u030a\u0301\u0323 e\u0308\u0301 Z\u0351\u0343\u0346a\u0351\u0343\u0346",
  Arab: "شركة الشحن السريع ذات المسؤولية المحدودة",
}

async function madeOf(page: Page, kind: (typeof KINDS)[number], name: string): Promise<string> {
  const { service, field, body } = kind
  return idIn(await call(page, "POST", service, { body: { ...body, [field]: name } }))
}

test("the longest names in any script, and records of nothing but a name, are drawn whole in every kind", async ({
  page,
}) => {
  test.slow()
  await register(page, newRegistration())
  await page.setViewportSize({ width: 320, height: 700 })
  const sideways = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return Math.max(0, scrollWidth - clientWidth)
    })
  const main = page.getByRole("main")
  for (const kind of KINDS) {
    const { list, most } = kind
    await test.step(list, async () => {
      for (const [begin, rest] of Object.entries(SCRIPTS)) {
        const name = `${begin} ${rest}`.normalize("NFC").slice(0, most).trim()
        const id = await madeOf(page, kind, name)
        await page.goto(`${list}?page=1&search=${begin}`)
        const row = main.locator(`tr[data-record="${id}"]`)
        await expect(row.getByRole("rowheader")).toContainText(name)
        await expect(row).not.toContainText(/\b(?:null|undefined|NaN|Invalid)\b/u)
        expect.soft(await sideways(), `${list} ${begin}`).toBe(0)
        await row.getByRole("link").first().click()
        await expect(page.getByRole("heading", { level: 1 })).toContainText(name)
        await expect(main).not.toContainText(/\b(?:null|undefined|NaN|Invalid)\b/u)
        expect.soft(await sideways(), `${list}, a record, ${begin}`).toBe(0)
      }
    })
  }
})

test("who saves data is sent no photo and no drawing, and reads the same", async ({ page }) => {
  await register(page, newRegistration())
  await page.goto("/settings/profile")
  const buffer = await page.screenshot()
  const picture = { name: "me.png", mimeType: "image/png", buffer }
  await page.getByLabel("Choose a photo").setInputFiles(picture)
  await expect(page.locator(".ui-avatar-photo")).toHaveCount(2)
  await page.goto("/settings/company")
  await page.getByLabel("Choose a logo").setInputFiles({ ...picture, name: "logo.png" })
  const logo = page.getByRole("img", { name: /^Logo of/u })
  await expect(logo).toBeVisible()
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await expect(message(page, "Saved.")).toBeVisible()
  const report = idIn(
    await call(page, "POST", "/report/api/v1/reportSketch", {
      body: {
        name: "Users by status",
        dataset: "users",
        columns: [{ field: "status" }, { field: "_id", agg: "count" }],
        groupBy: [{ field: "status" }],
        chart: { type: "bar", x: "status", y: "count:_id" },
      },
    }),
  )
  const run = async (reader: Page) => {
    await reader.goto(`/reports/${report}`)
    await expect(reader.getByRole("table").last()).toContainText("Active")
  }
  await run(page)
  await expect(page.locator(".ui-chart")).toHaveCount(1)

  await page.goto("/settings/company")
  await expect(logo).toBeVisible()

  await page.setExtraHTTPHeaders({ "Save-Data": "on" })
  const pictures: string[] = []
  page.on("request", (request) => {
    if (/\/photo$|\/content$/u.test(new URL(request.url()).pathname)) pictures.push(request.url())
  })
  await run(page)
  await expect(page.locator(".ui-chart")).toHaveCount(0)
  await page.goto("/settings/profile")
  await expect(page.getByText("Change photo")).toBeVisible()
  await page.waitForLoadState("networkidle")
  await expect(page.locator(".ui-avatar-photo")).toHaveCount(0)
  await page.goto("/settings/company")
  await expect(page.getByText("Change logo")).toBeVisible()
  await page.waitForLoadState("networkidle")
  await expect(logo).toHaveCount(0)
  expect(pictures).toEqual([])
})
