/** Pages as the server drew them. */
import type { Browser, Page } from "@playwright/test"

import { expect } from "./fixtures.ts"
import type { Server } from "./server.ts"

/** The link of a page without script of which a part came too late. */
export const late = (page: Page) => page.getByRole("link", { name: "Load the full page" })

/** What such a page shows when the server ran out of time for it, or for a part of it. */
const undrawn = (page: Page) => page.locator("#root[data-shell] + noscript").or(late(page))

/**
 * A page in a browser without script, of the same session and size; signed out where no page is given. If the server ran out of
 * time to draw it, it is reloaded before anything is pressed, filled in or expected.
 */
export async function withoutScript(
  page: Page | null,
  browser: Browser,
  server: Server,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.origin,
    javaScriptEnabled: false,
    ...(page === null
      ? {}
      : { storageState: await page.context().storageState(), viewport: page.viewportSize() }),
  })
  const plain = await context.newPage()
  const again = async () => {
    await plain.reload()
  }
  await plain.addLocatorHandler(undrawn(plain), again, { noWaitAfter: true })
  return plain
}

/** Opens the page. On a busy machine the server may give up drawing one, and sends it without: then it is asked again. */
export async function openDrawn(page: Page, path: string) {
  let opened = { status: 0, html: "" }
  await expect(async () => {
    const answer = await page.goto(path)
    opened = { status: answer?.status() ?? 0, html: (await answer?.text()) ?? "" }
    expect(/<div id="root">\s*</u.test(opened.html), `${path} was drawn by the server`).toBe(true)
  }).toPass()
  return opened
}

/** Reloads a page without script until the server has drawn all of it. */
export async function isWhole(page: Page) {
  await expect(async () => {
    if ((await undrawn(page).count()) > 0) await page.reload()
    expect(await undrawn(page).count()).toBe(0)
  }).toPass()
}
