/** On a phone: lists are cards, filters a sheet, the line that saves covers nothing, and the audit begins with its entries. */
import type { Page } from "@playwright/test"

import { call, enterDemo } from "./company.ts"
import { isWhole, withoutScript } from "./drawn.ts"
import { axeFaults, noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"

test.use({ demo: true })

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1360, height: 900 }

test("lists are cards on a phone, and tables to who hears them and at a desk", async ({
  page,
  server,
}) => {
  await page.setViewportSize(PHONE)
  await enterDemo(page, server)
  for (const list of ["/contacts", "/settings/oceanport", "/settings/users", "/issues"]) {
    await page.goto(`${list}?page=1`)
    const card = page.locator("tbody tr").first()
    await expect(card).toHaveCSS("display", "grid")
    expect(await sideways(page), list).toBe(0)
    await expect
      .poll(async () => (await card.boundingBox())?.width, { message: list })
      .toBeLessThanOrEqual(PHONE.width)
    expect(await axeFaults(page), list).toEqual([])
    const roles = await rolesOf(page)
    for (const role of ["table", "row", "rowheader", "cell"]) expect(roles, list).toContain(role)
  }
  await page.setViewportSize(DESK)
  await page.goto("/contacts?page=1")
  await expect(page.locator("tbody tr").first()).toHaveCSS("display", "table-row")
  await expect(page.getByText("Order", { exact: true })).toBeHidden()
})

test("cards are ordered, chosen and opened by touch", async ({ page, server }) => {
  await page.setViewportSize(PHONE)
  await enterDemo(page, server)
  await page.goto("/contacts?page=1")
  const names = page.locator("tbody th")
  const before = await names.first().textContent()
  await page.getByText("Order", { exact: true }).click()
  await page.getByRole("link", { name: /^Name/u }).click()
  await expect(page).toHaveURL(/sort=-displayName/u)
  await expect(names.first()).not.toHaveText(before ?? "")
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check()
  await expect(page.getByText("25 selected", { exact: true })).toBeVisible()
  await names.first().getByRole("link").click()
  await expect(page).toHaveURL(/\/contacts\/[0-9a-f-]{36}/u)
})

test("filters are a sheet that gives the focus back, and the button says how many", async ({
  page,
  server,
}) => {
  await page.setViewportSize(PHONE)
  await enterDemo(page, server)
  await page.goto("/contacts?page=1")
  const button = page.locator("#list-filters > summary")
  await button.click()
  const sheet = page.getByRole("dialog", { name: "Filters" })
  await expect(sheet).toBeVisible()
  await noFaults(page)
  const box = await sheet.boundingBox()
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(PHONE.height)
  expect(await sideways(page)).toBe(0)
  await page.keyboard.press("Escape")
  await expect(sheet).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await sheet.getByLabel("Kind", { exact: true }).selectOption("Organisation")
  await sheet.getByRole("button", { name: "Apply" }).click()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/filter=kind/u)
  await expect(button).toContainText("1 active filter")

  // At a desk it is a panel below its button.
  await page.setViewportSize(DESK)
  await page.goto("/contacts?page=1")
  await button.click()
  await expect(page.getByRole("button", { name: "Apply" })).toBeVisible()
  await expect(page.getByRole("dialog", { name: "Filters" })).toHaveCount(0)
})

test("the line that saves covers no field that has the focus", async ({ page, server }) => {
  await page.setViewportSize(PHONE)
  await enterDemo(page, server)
  const body = { kind: "organisation", displayName: "Zeehaven Phone" }
  const { data }: { data: { _id: string } } = JSON.parse(
    await call(page, "POST", "/contact/api/v1/contacts", { body }),
  )
  for (const path of [
    `/contacts/${data._id}?edit`,
    "/settings/company",
    "/settings/oceanport/create",
  ]) {
    await page.goto(path)
    await page.locator(".rc-foot").first().waitFor()
    expect(await covered(page), path).toEqual([])
    // With a keyboard over half of the screen the line is where the form ends.
    await page.setViewportSize({ width: 390, height: 420 })
    expect(await covered(page), path).toEqual([])
    await page.setViewportSize(PHONE)
  }
})

test("the audit begins with its entries, and its filters are behind a button", async ({
  page,
  server,
}) => {
  await page.setViewportSize(PHONE)
  await enterDemo(page, server)
  await page.goto("/audit")
  const entry = page.locator(".au-entry").first()
  const box = await entry.boundingBox()
  expect(box?.y ?? PHONE.height).toBeLessThan(PHONE.height / 2 + 60)
  await page.locator(".rc-narrow-button").click()
  const sheet = page.getByRole("dialog", { name: "Filters" })
  await sheet.getByLabel("Action").selectOption({ index: 1 })
  await sheet.getByRole("button", { name: "Apply" }).click()
  await expect(page).toHaveURL(/filter=action/u)
  await expect(page.locator(".rc-narrow-button")).toContainText("1 active filter")
  await expect(sheet).toBeHidden()
  await noFaults(page)

  await page.setViewportSize(DESK)
  await page.goto("/audit")
  await expect(page.getByLabel("Action")).toBeVisible()
  await expect(page.locator(".rc-narrow-button")).toBeHidden()
})

test("the clock of each office is on the dashboard", async ({ page, server }) => {
  await page.setViewportSize(PHONE)
  await enterDemo(page, server)
  const hours = {
    days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
    opens: "00:00",
    closes: "23:59",
  }
  for (const body of [
    // A country without holidays, so that the test holds on every day.
    { name: "Singapore", timezone: "Asia/Singapore", hours, address: { country: "IO" } },
    { name: "Mumbai", timezone: "Asia/Kolkata" },
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that none waits for the other
    await call(page, "POST", "/iam/api/v1/companies/offices", { body })
  }
  await page.reload()
  const offices = page.getByRole("region", { name: "Offices" })
  const clocks = offices.getByRole("listitem")
  await expect(clocks).toHaveCount(3)
  const singapore = clocks.filter({ hasText: "Singapore" })
  await expect(singapore).toContainText(
    /(?:Open until|Closed, opens) .* · Asia\/Singapore · UTC\+8/u,
  )
  await expect(clocks.filter({ hasText: "Mumbai" })).toContainText("Asia/Kolkata · UTC+5:30")
  await expect(clocks.filter({ hasText: "Head office" })).toContainText("Europe/Amsterdam")
  // Around a full minute the clock on the screen is late by up to 15 seconds.
  await expect(async () => {
    const options = { hour: "2-digit", minute: "2-digit", timeZone: "Asia/Singapore" } as const
    const time = new Intl.DateTimeFormat("en-GB", options).format(Date.now())
    await expect(singapore).toContainText(`Singapore${time}`, { timeout: 1000 })
  }).toPass()
  for (const clock of await clocks.all()) {
    // oxlint-disable-next-line no-await-in-loop -- there is one screen
    await clock.scrollIntoViewIfNeeded()
    // oxlint-disable-next-line no-await-in-loop -- there is one screen
    await expect(clock).toBeInViewport({ ratio: 1 })
  }
  expect(await sideways(page)).toBe(0)
})

test("without script the filters of the audit are reached by the same button", async ({
  page,
  browser,
  server,
}) => {
  await enterDemo(page, server)
  await page.setViewportSize(PHONE)
  const plain = await withoutScript(page, browser, server)
  await plain.goto("/audit")
  await isWhole(plain)
  await expect(plain.getByLabel("Action")).toBeHidden()
  await plain.locator(".rc-narrow-button").click()
  await expect(plain.getByLabel("Action")).toBeVisible()
  await plain.goto("/contacts?page=1")
  await isWhole(plain)
  await expect(plain.locator("tbody tr").first()).toHaveCSS("display", "grid")
  await plain.context().close()
})

async function sideways(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(0, scrollWidth - clientWidth)
  })
}

/** What the browser tells assistive technology. */
async function rolesOf(page: Page): Promise<unknown[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send("Accessibility.getFullAXTree")
  await session.detach()
  return nodes.filter(({ ignored }) => !ignored).map(({ role }) => role?.value)
}

/** Names of fields over which the line that saves lies while they have the focus. */
async function covered(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const names: string[] = []
    const fields = document.querySelectorAll<HTMLElement>(
      ".rc-form :is(input, select, textarea):not([type=hidden], [type=file])",
    )
    for (const field of fields) {
      if (!field.checkVisibility()) continue
      field.focus()
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const foot = document.querySelector(".rc-foot")?.getBoundingClientRect()
      const { top, bottom, left, right } = field.getBoundingClientRect()
      if (foot === undefined || field.closest(".rc-foot") !== null) continue
      const isOver =
        bottom > foot.top && top < foot.bottom && right > foot.left && left < foot.right
      if (isOver) names.push(field.id)
    }
    return names
  })
}
