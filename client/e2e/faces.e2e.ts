/** The same screens for other eyes: enlarged four times, on paper, without movement, in colours of one's own, from right to left. */
import type { Page } from "@playwright/test"

import { call, enterDemo } from "./company.ts"
import { expect, test } from "./fixtures.ts"
import { isHydrated } from "./hydration.ts"
import { pagesOf } from "./pdf.ts"
import { placesOf } from "./screens.ts"
import type { Row } from "./screens.ts"

test.use({ demo: true })

test.beforeEach(({ complaints }) => {
  complaints.expect(/status of 404|Blocked script execution in 'about:blank'/u)
})

async function rowsOf(page: Page, address: string): Promise<readonly Row[]> {
  const { data }: { data: readonly Row[] } = JSON.parse(await call(page, "GET", address))
  return data
}

/** How a narrow window is filled. */
const fill = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement
    const all = [...document.querySelectorAll<HTMLElement>("main *")]
    const shown = all.filter((element) => element.checkVisibility())
    const boxOf = new Map(shown.map((element) => [element, element.getBoundingClientRect()]))
    const beside = shown.filter((cell) => {
      const fields = cell.parentElement
      if (fields === null || !cell.matches(".rc-fields > .rc-cell")) return false
      return (boxOf.get(cell)?.left ?? 0) > (boxOf.get(fields)?.left ?? 0) + 1
    })
    const beyond = shown.filter((element) => {
      const { left = 0, right = 0 } = boxOf.get(element) ?? {}
      if (left >= -1 && right <= root.clientWidth + 1) return false
      // What is within something that scrolls can be reached, what is only read out need not be seen.
      if (element.closest(".u-hidden") !== null) return false
      for (let up = element.parentElement; up !== null; up = up.parentElement) {
        if (getComputedStyle(up).overflowX !== "visible") return false
      }
      return true
    })
    return {
      sideways: Math.max(0, root.scrollWidth - root.clientWidth),
      beside: beside.map(({ textContent }) => textContent),
      beyond: beyond.map(({ outerHTML }) => outerHTML.slice(0, 120)),
    }
  })

function isTable({ id, kind }: { id: string; kind: string }): boolean {
  return kind === "list" || id === "files" || id === "folder"
}

test("enlarged four times every screen is one column, and only tables scroll sideways, behind their first column", async ({
  page,
  server,
}) => {
  test.slow()
  await enterDemo(page, server)
  const places = await placesOf(page)
  // A window of 1280 by 1024 at 400 %.
  await page.setViewportSize({ width: 320, height: 256 })
  for (const { path } of places) {
    await page.goto(path)
    expect.soft(await fill(page), path).toEqual({ sideways: 0, beside: [], beyond: [] })
  }
  // At 200 % lists are tables still, not cards.
  await page.setViewportSize({ width: 640, height: 512 })
  let scrolled = 0
  for (const { path } of places.filter(isTable)) {
    await page.goto(path)
    const frame = page.locator("main .ui-table-frame")
    const name = frame.locator("tbody th").first()
    const isMoved = await frame.evaluate((element) => {
      element.scrollLeft = 150
      return element.scrollWidth > element.clientWidth && element.scrollLeft !== 0
    })
    if (!isMoved) continue
    scrolled += 1
    const edge = (await frame.boundingBox())?.x ?? 0
    const { x = 0, width = 0 } = (await name.boundingBox()) ?? {}
    // It goes along until it meets the edge, and stays there.
    expect.soft(Math.abs(x - edge), path).toBeLessThanOrEqual(2)
    expect.soft(width, path).toBeLessThan(250)
  }
  expect(scrolled).toBeGreaterThan(10)
})

test("a printed list has all its rows, its head on every page, and says which columns it lacks", async ({
  page,
  server,
}) => {
  await enterDemo(page, server)
  const contacts = "/contact/api/v1/contacts"
  const rows = await rowsOf(page, `${contacts}?page=1&pageSize=100&sort=displayName`)
  await page.goto("/contacts?page=1&pageSize=100&sort=displayName")
  await expect(page.locator("tbody tr")).toHaveCount(rows.length)
  // What waits for its face is not painted, nor is what is being hydrated.
  await page.waitForFunction(isHydrated)
  await page.evaluate(() => document.fonts.ready)
  const pages = pagesOf(await page.pdf({ format: "A4" }))
  expect(pages.length).toBeGreaterThan(1)
  const whole = pages.join("\n")
  // A name may be broken into lines.
  const words = new Set(whole.split(/\s+/u))
  const missing = rows
    .flatMap(({ displayName }) => String(displayName).split(/\s+/u))
    .filter((word) => !words.has(word))
  expect(missing).toEqual([])
  for (const text of pages.slice(0, -1)) expect(text).toMatch(/E-mail address[\s\S]*Phone/u)
  expect(whole).toContain("Columns not printed: Tags, Country, Owner, Changed.")
  for (const tool of ["Filters", "Import", "Next", "Dashboard", "Choose"]) {
    expect(words.has(tool), tool).toBe(false)
  }
  await page.emulateMedia({ media: "print" })
  await expect(page.locator("thead")).toHaveCSS("display", "table-header-group")
})

test("a printed record has its fields and nothing to press", async ({ page, server }) => {
  await enterDemo(page, server)
  const [contact = {}] = await rowsOf(page, "/contact/api/v1/contacts?page=1&pageSize=1")
  await page.goto(`/contacts/${String(contact["_id"])}?edit`)
  await expect(page.locator("#field-lastName")).toHaveValue(String(contact["lastName"]))
  await page.emulateMedia({ media: "print" })
  await expect(page.getByRole("button").filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole("navigation").filter({ visible: true })).toHaveCount(0)
  const [first = ""] = pagesOf(await page.pdf({ format: "A4" }))
  expect(first).toContain(String(contact["displayName"]))
  expect(first).toContain("Job title")
  expect(first).toContain(String(contact["lastName"]))
})

/** What still moves, and for how long. */
const moving = (page: Page) =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll("*")].flatMap((element) =>
      [null, "::before", "::after"].map((part) => ({ element, part })),
    )
    return parts.flatMap(({ element, part }) => {
      const style = getComputedStyle(element, part)
      const times = `${style.animationDuration}, ${style.transitionDuration}`.split(", ")
      const longest = Math.max(...times.map((each) => Number.parseFloat(each)))
      const isStill =
        longest <= 0.001 &&
        style.animationIterationCount !== "infinite" &&
        style.scrollBehavior === "auto"
      return isStill ? [] : [`${element.outerHTML.slice(0, 80)} ${part ?? ""} ${String(longest)} s`]
    })
  })

test("who wants no movement sees none: not in a list, a record, a dialog or the palette", async ({
  page,
  server,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  await enterDemo(page, server)
  await page.goto("/contacts?page=1")
  expect(await moving(page)).toEqual([])
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check()
  await expect(page.getByRole("region", { name: "Selected rows" })).toBeVisible()
  await page.getByRole("button", { name: /^Notifications/u }).click()
  await expect(page.getByRole("dialog", { name: "Notifications" })).toBeVisible()
  expect(await moving(page)).toEqual([])
  await page.keyboard.press("Escape")
  await page.keyboard.press("Control+k")
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused()
  expect(await moving(page)).toEqual([])
  await page.keyboard.press("Escape")
  await page.locator("tbody th a").first().click()
  await expect(page.getByRole("link", { name: "Edit", exact: true })).toBeVisible()
  expect(await moving(page)).toEqual([])
  await page.getByRole("link", { name: "Edit", exact: true }).click()
  await expect(page.getByLabel("Job title")).toBeVisible()
  expect(await moving(page)).toEqual([])
})

test("in colours of one's own every control has an edge, and what is chosen differs by more than colour", async ({
  page,
  server,
}) => {
  await page.emulateMedia({ forcedColors: "active" })
  await enterDemo(page, server)
  for (const path of ["/contacts?page=1", "/contacts/create", "/settings/profile"]) {
    await page.goto(path)
    const bare = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          "main :is(.ui-input, .ui-button-primary, .ui-button-secondary, .ui-card)",
        ),
      ]
        .filter((element) => element.checkVisibility())
        .filter((element) => {
          const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } =
            getComputedStyle(element)
          const hasEdge = borderTopStyle !== "none" && Number.parseFloat(borderTopWidth) >= 1
          return !hasEdge || borderTopColor === backgroundColor
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    )
    expect.soft(bare, path).toEqual([])
    // A drawing takes the colour of the text beside it.
    const faint = await page.evaluate(
      () =>
        [...document.querySelectorAll("svg.ui-icon")]
          .filter((icon) => icon.checkVisibility({ opacityProperty: true }))
          .filter((icon) => {
            const { color } = getComputedStyle(icon)
            return color === getComputedStyle(document.body).backgroundColor
          }).length,
    )
    expect.soft(faint, path).toBe(0)
  }
  await page.goto("/contacts?page=1")
  const face = async (selector: string) =>
    await page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const style = getComputedStyle(element)
        // The colour of an edge is one of the system's then, so it is seen.
        const edges = ["top", "right", "bottom", "left"].flatMap((side) =>
          ["style", "width", "color"].map((what) =>
            style.getPropertyValue(`border-${side}-${what}`),
          ),
        )
        return [style.fontWeight, style.outlineStyle, style.textDecorationLine, ...edges].join(" ")
      })
  const differs = async (chosen: string, other: string) =>
    (await face(chosen)) !== (await face(other))
  expect(await differs(".sh-link.active", ".sh-link:not(.active)")).toBe(true)
  expect(
    await differs(".ui-pages-sizes a[aria-current]", ".ui-pages-sizes a:not([aria-current])"),
  ).toBe(true)
  await page.goto("/settings/users?page=1")
  expect(await differs(".st-nav .active", ".st-nav a:not(.active)")).toBe(true)
  const [template = {}] = await rowsOf(page, "/mail/api/v1/templates?page=1&pageSize=1")
  await page.goto(`/settings/templates/${String(template["_id"])}/${String(template["type"])}`)
  expect(await differs('.ui-tab[aria-selected="true"]', '.ui-tab[aria-selected="false"]')).toBe(
    true,
  )
})

/** What is read from left to right in every script, and is not kept apart from the text around it. */
const astray = (page: Page) =>
  page.evaluate(() => {
    const CODE = /[^\s@,()]+@[^\s@,()]+\.[a-z]+|\+\d{7,}|\b\d{1,3}(?:\.\d{1,3}){3}\b/gu
    const found: string[] = []
    let read = 0
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const check = (node: Text, from: number, until: number) => {
      const element = node.parentElement
      if (
        element?.checkVisibility() !== true ||
        element.closest("svg, script, noscript") !== null
      ) {
        return
      }
      const place = (at: number) => {
        const range = new Range()
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        return range.getBoundingClientRect()
      }
      const [first, last] = [place(from), place(until - 1)]
      read += 1
      const isApart = element.closest("bdi, [dir=ltr]") !== null
      const isForward = first.top !== last.top || first.left <= last.left
      if (!isApart || !isForward) found.push(node.data.slice(from, until))
    }
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (!(node instanceof Text)) continue
      for (const { 0: text, index } of node.data.matchAll(CODE)) {
        check(node, index, index + text.length)
      }
      // The sign of a currency may be one of a script that runs the other way.
      if (node.parentElement?.closest(".ui-code") != null && /^\w[\w-]*$/u.test(node.data)) {
        check(node, 0, node.data.length)
      }
    }
    const inputs = [...document.querySelectorAll<HTMLInputElement>("main input")]
    for (const input of inputs) {
      const isCode = /^(?:email|tel|url)$/u.test(input.type) || input.classList.contains("ui-code")
      if (isCode && getComputedStyle(input).direction !== "ltr") found.push(input.id)
    }
    return { read, found: [...new Set(found)] }
  })

test("from right to left the screens are mirrored, and codes, numbers and addresses are still read from left to right", async ({
  page,
  server,
}) => {
  test.slow()
  await enterDemo(page, server)
  const places = await placesOf(page)
  await call(page, "PATCH", "/iam/api/v1/users/me", { body: { language: "ar" } })
  let read = 0
  for (const { path } of places) {
    await page.goto(path)
    const seen = await astray(page)
    expect.soft(seen.found, path).toEqual([])
    read += seen.read
  }
  expect(read).toBeGreaterThan(300)

  await page.goto("/settings/users?page=1")
  const at = async (selector: string) =>
    (await page.locator(selector).first().boundingBox())?.x ?? 0
  expect(await at(".sh-logo")).toBeGreaterThan(await at(".sh-tools"))
  expect(await at(".st-nav")).toBeGreaterThan(await at("main h1"))
  expect(await at("tbody th")).toBeGreaterThan(await at("tbody td:last-child"))
  // "Next" leads to the left.
  const arrow = page.locator(".ui-pages-step .ui-icon").last()
  expect(
    await arrow.evaluate((icon) => getComputedStyle(icon).transform + getComputedStyle(icon).scale),
  ).toMatch(/-1/u)
})
