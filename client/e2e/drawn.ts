/** Pages as the server drew them. */
import type { Browser, Page } from "@playwright/test"

import { expect } from "./fixtures.ts"
import type { Server } from "./server.ts"

/** A page of the same session in a browser without script. */
export async function withoutScript(page: Page, browser: Browser, server: Server): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.origin,
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  return await context.newPage()
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

/**
 * Waits until nothing on the page came too late for the server, which says so: without script it is not filled in, so the page
 * is loaded again.
 */
export async function isWhole(page: Page) {
  const late = page.getByRole("link", { name: "Load the full page" })
  await expect(async () => {
    if ((await late.count()) > 0) await page.reload()
    expect(await late.count()).toBe(0)
  }).toPass()
}
