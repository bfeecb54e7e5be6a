/** Every screen of the product with an address that shows something. */
import type { Page } from "@playwright/test"

import { type RouteEntry, routes } from "#client/routes.tsx"

/** A route that is drawn. */
interface Pattern {
  id: string
  path: string
  isGuest: boolean
}

/** A screen, and where it was found. */
export interface Screen {
  id: string
  url: string
  isGuest: boolean
}

/** The screens that can be opened; `missing` are those of which no page shows a link. */
export async function findScreens(page: Page): Promise<{ screens: Screen[]; missing: string[] }> {
  const patterns = patternsOf(routes, "")
  const fixed = patterns.filter(({ path }) => !path.includes(":"))
  const links = new Set<string>()
  for (const { path } of fixed.filter(({ isGuest }) => !isGuest)) {
    await page.goto(path)
    const found = await page
      .locator("a[href^='/']")
      .evaluateAll((all) =>
        all.map((link) => new URL(link.getAttribute("href") ?? "", location.href).pathname),
      )
    for (const link of found) links.add(link)
  }
  const taken = new Set(fixed.map(({ path }) => path))
  const open = patterns.filter(({ path }) => path.includes(":"))
  const missing: string[] = []
  const screens = fixed.map(({ id, path, isGuest }) => ({ id, url: path, isGuest }))
  for (const { id, path, isGuest } of open) {
    const shape = new RegExp(`^${path.replaceAll(/:\w+/gu, "[^/]+")}$`, "u")
    const url = [...links].find((link) => shape.test(link) && !taken.has(link))
    if (url === undefined) missing.push(path)
    else screens.push({ id, url, isGuest })
  }
  return { screens, missing }
}

function patternsOf(list: readonly RouteEntry[], parent: string): Pattern[] {
  return list.flatMap((entry) => {
    const { id, path = "", auth, redirect, children = [] } = entry
    const full = path.startsWith("/") ? path : [parent, path].filter((it) => it !== "").join("/")
    const address = full.startsWith("/") ? full : `/${full}`
    const isDrawn = auth !== undefined && redirect === undefined && children.length === 0
    const own = isDrawn && path !== "*" ? [{ id, path: address, isGuest: auth === "guest" }] : []
    return [...own, ...patternsOf(children, full)]
  })
}
