/** One load of one screen, and a round of work in it. */
import type { BrowserContext, Page } from "@playwright/test"

import { brotliKilobytes } from "./bytes.ts"
import { slowDown } from "./conditions.ts"
import type { Noted } from "./observe.ts"

/** What a load came to: times in milliseconds, scripts in kilobytes. */
export interface Load extends Noted {
  /** Scripts that the page needs to work, and how many files they are. */
  scripts: number
  files: number
  /** These, and what it fetches by itself afterwards. */
  scriptsAtRest: number
}

/** How long each piece of work took until the next paint, in milliseconds. */
export interface Work {
  sort: number
  page: number
  open: number
  save: number
}

/** Opens the address with nothing in the cache, and waits until the page rests. */
export async function load(context: BrowserContext, url: string): Promise<Load> {
  const page = await openSlowly(context, url)
  await page.waitForLoadState("networkidle")
  const noted = await page.evaluate(() => window.noted)
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
      .map(({ name, startTime }) => ({ name, startTime })),
  )
  const { hydrated } = noted
  const first = scripts.filter(({ startTime }) => hydrated === 0 || startTime < hydrated)
  await page.close()
  return {
    ...noted,
    // Such a page works as it is.
    hydrated: hydrated === 0 ? Number.NaN : hydrated,
    files: first.length,
    scripts: await brotliKilobytes(first.map(({ name }) => name)),
    scriptsAtRest: await brotliKilobytes(scripts.map(({ name }) => name)),
  }
}

/** Sorts a list, turns its page, opens a record of it, changes and saves that. */
export async function work(context: BrowserContext, list: string): Promise<Work> {
  const page = await openSlowly(context, list)
  const rows = page.getByRole("table").first()
  const sort = await timed(page, async () => {
    await rows.getByRole("columnheader").getByRole("link").first().click()
    await page.waitForURL(/sort=/u)
  })
  const turn = await timed(page, async () => {
    await page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("link", { name: "2", exact: true })
      .click()
    await page.waitForURL(/page=2/u)
  })
  const open = await timed(page, async () => {
    await rows.locator(`tbody a[href^='${list}/']`).first().click()
    await page.getByRole("button", { name: "Save", exact: true }).waitFor()
  })
  const field = page.getByRole("main").getByRole("textbox").and(page.locator("input")).first()
  await field.fill(`${await field.inputValue()} x`.slice(-60))
  const save = await timed(page, async () => {
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.getByRole("status").filter({ hasText: /saved/iu }).first().waitFor()
  })
  await page.close()
  return { sort, page: turn, open, save }
}

async function openSlowly(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  const session = await slowDown(page)
  await session.send("Network.clearBrowserCache")
  await page.goto(url)
  // A page for guests begins without the application.
  await page.waitForFunction(
    () => window.noted.hydrated > 0 || document.querySelector("[data-application]") !== null,
  )
  return page
}

/** The slowest interaction of what is done, once the page rests again. */
async function timed(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    window.noted.interaction = 0
  })
  await act()
  await page.waitForLoadState("networkidle")
  // An entry comes with the frame after the next one.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100)))
      }),
  )
  return page.evaluate(() => window.noted.interaction)
}
