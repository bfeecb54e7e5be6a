/** Finding by code, by name in any script, and how fast: in the palette and in every field that offers records. */
import { readFile } from "node:fs/promises"
import path from "node:path"

import type { Page } from "@playwright/test"

import { call, newRegistration, register } from "./company.ts"
import { expect, test } from "./fixtures.ts"

const SIZES = [
  { width: 1360, height: 900 },
  { width: 390, height: 844 },
] as const

const QUERIES = path.resolve(
  import.meta.dirname,
  "../../server/crates/services/tests/api/locations/queries.tsv",
)

async function openPalette(page: Page) {
  const palette = page.getByRole("dialog", { name: "Search or run a command" })
  await expect(async () => {
    await page.keyboard.press("Control+k")
    await expect(palette).toBeVisible({ timeout: 1000 })
  }).toPass()
  return palette
}

for (const viewport of SIZES) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    test("the palette finds Rotterdam by RTM, and Shanghai in three scripts", async ({ page }) => {
      await register(page, newRegistration())
      const palette = await openPalette(page)
      const box = palette.getByRole("combobox")
      const options = palette.getByRole("option")
      await box.fill("RTM")
      await expect(options.first()).toContainText("Rotterdam")
      await expect(options.nth(1)).toContainText("Rotterdam")
      await expect(palette.getByRole("option", { name: /Rotterdam NLRTM/u })).toBeVisible()
      for (const typed of ["上海", "Шанхай", "شنغهاي"]) {
        await box.fill(typed)
        await expect(options.first()).toContainText("Shanghai")
        await expect(options.first()).toContainText("CNSHA")
      }
      // Five letters and Enter.
      await box.fill("nlrtm")
      await expect(options.first()).toContainText("NLRTM")
      await page.keyboard.press("Enter")
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("NLRTM Rotterdam")
    })

    test("every field offers the record whose code is typed first", async ({ page }) => {
      await register(page, newRegistration())
      const choices = page.getByRole("listbox", { name: "Options" })
      const first = choices.getByRole("option").first()
      await page.goto("/settings/company")
      const main = page.getByRole("main")
      for (const [field, typed, expected] of [
        ["Operating country", "us", /^United States(?! Minor)/u],
        ["Operating country", "DEU", /^Germany/u],
        ["Operating country", "荷兰", /^Netherlands/u],
        ["Currency", "usd", /USD/u],
        ["Currency", "all", /ALL/u],
        ["Time zone", "asia/tokyo", /Asia\/Tokyo/u],
      ] as const) {
        const box = main.getByRole("combobox", { name: field })
        await box.fill(typed)
        await expect(first).toHaveText(expected)
        await page.keyboard.press("Escape")
      }
      await page.goto("/issues/create")
      await page.getByRole("combobox", { name: "Kind of record" }).selectOption("Port")
      for (const typed of ["上海", "Шанхай", "شنغهاي"]) {
        await page.locator(".rc-subject .rc-lookup input").fill(typed)
        await expect(page.getByRole("option", { name: /^Shanghai/u }).first()).toBeVisible()
      }
      await page.locator(".rc-subject .rc-lookup input").fill("RTM")
      await expect(page.getByRole("option", { name: /^Rotterdam/u }).nth(1)).toBeVisible()
      await page.keyboard.press("ArrowDown")
      await page.keyboard.press("Enter")
      await expect(page.locator(".rc-subject .rc-lookup input")).toHaveValue("Rotterdam")
    })
  })
}

test("a list shows what was searched for best first, unless an order is asked for", async ({
  page,
}) => {
  await register(page, newRegistration())
  const names = page.locator("tbody th")
  await page.goto("/settings/oceanport?page=1&search=RTM")
  await expect(names.first()).toHaveText("Rotterdam")
  await page.goto("/settings/oceanport?page=1&search=RTM&sort=name")
  await expect(names.first()).not.toHaveText("Rotterdam")
  // A contact that is written in Arabic is found as it sounds.
  const body = { kind: "organisation", displayName: "شنغهاي للشحن" }
  await call(page, "POST", "/contact/api/v1/contacts", { body })
  await page.goto("/contacts?page=1&search=shanghai")
  await expect(names).toHaveText(["شنغهاي للشحن"])
})

test(
  "two hundred queries of clerks are answered within 50 ms each",
  { tag: "@alone" },
  async ({ page }) => {
    test.slow()
    await register(page, newRegistration())
    const lines = (await readFile(QUERIES, "utf8")).split("\n")
    const queries = lines.filter((line) => line !== "" && !line.startsWith("#"))
    expect(queries.length).toBeGreaterThanOrEqual(200)
    const ask = async (line: string) => {
      const [typed = "", code = ""] = line.split("\t")
      const search = new URLSearchParams({ search: typed, limit: "3" })
      const began = performance.now()
      const text = await call(page, "GET", `/master/api/v1/location?${search}`)
      const took = performance.now() - began
      const { data }: { data: { code: string }[] } = JSON.parse(text)
      return { typed, took, isFound: data.some((place) => place.code === code) }
    }
    // The index is made for the first one.
    await ask(queries[0] ?? "")
    const answers = []
    for (const line of queries) {
      // What else the machine does takes time from one of three, not from all.
      const tries = []
      // oxlint-disable-next-line no-await-in-loop -- one after the other, for each is timed
      for (let again = 0; again < 3; again += 1) tries.push(await ask(line))
      const [quickest] = tries.toSorted((a, b) => a.took - b.took)
      if (quickest !== undefined) answers.push(quickest)
    }
    expect(answers.filter(({ isFound }) => !isFound)).toEqual([])
    const times = answers.map(({ took }) => took).toSorted((a, b) => a - b)
    const middle = times[Math.floor(times.length / 2)] ?? 0
    const most = times.at(-1) ?? 0
    process.stdout.write(
      `Lookups: ${middle.toFixed(1)} ms in the middle, ${most.toFixed(1)} ms at most.\n`,
    )
    expect(most).toBeLessThan(50)
  },
)
