/** Pages as the server drew them. */
import type { Page } from "@playwright/test"

import { expect } from "./fixtures.ts"

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
