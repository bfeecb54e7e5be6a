/** What the browser makes of the server's HTML: nothing else, and nothing wider than the window. */
import type { Page, Request, Route } from "@playwright/test"

import { openDrawn } from "./drawn.ts"

/** As it should be. */
export const UNMOVED = { sideways: 0, changed: null }

const SERVICES = "**/api/v1/**"

/** Opens the screen; `blank` is a page without a policy, in which text may be parsed. */
export async function sidewaysAndChanged(page: Page, blank: Page, path: string) {
  // What is fetched later may be added later; until the comparison is made, it waits.
  const { hold, release } = heldRequests()
  const isSettled = settling(page)
  await page.route(SERVICES, hold)
  const { html } = await openDrawn(page, path)
  const sent = await blank.evaluate((text) => {
    const main = new DOMParser().parseFromString(text, "text/html").querySelector("#root main")
    for (const plain of main?.querySelectorAll("noscript") ?? []) plain.remove()
    return main?.textContent ?? "no main element"
  }, html)
  await page.waitForFunction(isHydrated)
  const shown = await page.evaluate(() => {
    const main = document.querySelector("#root main")?.cloneNode(true)
    if (!(main instanceof HTMLElement)) return ""
    for (const plain of main.querySelectorAll("noscript")) plain.remove()
    return main.textContent
  })
  await release()
  await Promise.race([isSettled(), page.waitForLoadState("networkidle")])
  // Last: a request that is paused when interception ends, such as one for reference data, which begin late, never finishes.
  await page.unroute(SERVICES, hold)
  const sideways = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(0, scrollWidth - clientWidth)
  })
  return { sideways, changed: shown === sent ? null : differing(sent, shown) }
}

/** Requests that wait until they are let go. */
export function heldRequests() {
  let isHolding = true
  const held: Route[] = []
  return {
    hold: async (route: Route) => {
      if (isHolding) held.push(route)
      else await route.continue()
    },
    release: async () => {
      isHolding = false
      // A page that was left meanwhile has taken its requests along.
      await Promise.all(held.map((route) => route.continue().catch(() => {})))
    },
  }
}

/**
 * Watches the requests of the page from now on; what it returns waits until all were answered and the page has drawn the
 * answers, and stops watching. The browser's own "networkidle" is half a second of silence after that.
 */
function settling(page: Page) {
  const open = new Set<Request>()
  const begin = (request: Request) => open.add(request)
  const finish = (request: Request) => open.delete(request)
  page.on("request", begin).on("requestfinished", finish).on("requestfailed", finish)
  return async () => {
    for (let quiet = 0; quiet < 3; quiet = open.size === 0 ? quiet + 1 : 0) {
      // Idle, drawn, and idle again: what an answer leads to has begun by then.
      await page.evaluate(async () => {
        await new Promise((resolve) => requestIdleCallback(resolve))
        await new Promise(requestAnimationFrame)
        await new Promise((resolve) => requestIdleCallback(resolve))
      })
    }
    page.off("request", begin).off("requestfinished", finish).off("requestfailed", finish)
  }
}

/** Whether React has taken over all that the screen shows. */
export function isHydrated(): boolean {
  const all = [...(document.querySelector("#root main")?.querySelectorAll("*") ?? [])]
  // What the browser or a library made itself is nobody's.
  const shown = all.filter(
    (element) => element.closest("noscript, svg, [contenteditable]") === null,
  )
  return (
    shown.length > 0 &&
    shown.every((element) => Object.keys(element).some((key) => key.startsWith("__reactFiber")))
  )
}

/** Where two texts part. */
function differing(sent: string, shown: string): string {
  let at = 0
  while (at < sent.length && sent[at] === shown[at]) at += 1
  const around = (text: string) => text.slice(Math.max(0, at - 40), at + 60)
  return `${around(sent)} → ${around(shown)}`
}
