/** What the browser makes of the server's HTML: nothing else, and nothing wider than the window. */
import type { Page } from "@playwright/test"

import { expect } from "./fixtures.ts"

/** As it should be. */
export const UNMOVED = { sideways: 0, changed: null }

/** Opens the screen; `blank` is a page without a policy, in which text may be parsed. */
export async function sidewaysAndChanged(page: Page, blank: Page, path: string) {
  let html = ""
  // On a busy machine the server may give up drawing a page, and sends it without.
  await expect(async () => {
    html = (await (await page.goto(path))?.text()) ?? ""
    expect(/<div id="root">\s*</u.test(html), `${path} was drawn by the server`).toBe(true)
  }).toPass()
  const sent = await blank.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "text/html")
    return parsed.querySelector("#root main")?.textContent ?? "no main element"
  }, html)
  await page.waitForLoadState("networkidle")
  const { shown, sideways } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const main = document.querySelector("#root main")
    return { shown: main?.textContent ?? "", sideways: Math.max(0, scrollWidth - clientWidth) }
  })
  return { sideways, changed: shown === sent ? null : differing(sent, shown) }
}

/** Where two texts part. */
function differing(sent: string, shown: string): string {
  let at = 0
  while (at < sent.length && sent[at] === shown[at]) at += 1
  const around = (text: string) => text.slice(Math.max(0, at - 40), at + 60)
  return `${around(sent)} → ${around(shown)}`
}
