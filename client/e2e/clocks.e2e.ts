/** Every time can be read on the clocks of the user, the company, its offices and the record's place; limits count down. */
import type { Locator, Page } from "@playwright/test"

import { call, idIn, newRegistration, register, verify } from "./company.ts"
import { isWhole, withoutScript } from "./drawn.ts"
import { noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { isHydrated } from "./hydration.ts"
import { fact } from "./reading.ts"

const CONTACTS = "/contact/api/v1/contacts"
const OFFICES = "/iam/api/v1/companies/offices"
const HOUR = 3_600_000
const DAY = 24 * HOUR
const HOME = "Europe/Amsterdam"

const clocks = (page: Page) => page.getByRole("dialog", { name: "Time in other zones" })
const clock = (page: Page, name: string) =>
  clocks(page).getByRole("listitem").filter({ hasText: name })

for (const width of [1360, 390]) {
  test(`a time opens by key and by press, on every clock that matters (${width} px)`, async ({
    page,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height: 844 })
    await withOffices(page)
    const body = { displayName: "Atlas Steel", timezone: "America/St_Johns" }
    const id = idIn(await call(page, "POST", CONTACTS, { body }))

    await test.step("in a list, by key, which does not open the row", async () => {
      await page.goto("/contacts?page=1&columns=displayName,updatedAt")
      const time = page.locator("tbody").getByRole("button", { name: /just now/u })
      await expect(time).toHaveAttribute("title", "Europe/Amsterdam")
      await time.focus()
      await page.keyboard.press("Enter")
      await expect(clocks(page)).toBeFocused()
      await expect(clocks(page).getByRole("listitem")).toHaveCount(5)
      await expect(clock(page, "You")).toContainText(/Europe\/Amsterdam · UTC\+[12]/u)
      await expect(clock(page, "Singapore")).toContainText("Asia/Singapore · UTC+8")
      await expect(clock(page, "Mumbai")).toContainText("Asia/Kolkata · UTC+5:30")
      await expect(clock(page, "Atlas Steel")).toContainText(/America\/St Johns · UTC−[23]:30/u)
      await expect(clock(page, "UTC").last()).toContainText(/^UTC\d\d:\d\d/u)
      await expect(page).toHaveURL("/contacts?page=1&columns=displayName,updatedAt")
      await expectInside(page)
      await noFaults(page)
      await page.keyboard.press("Escape")
      await expect(clocks(page)).toBeHidden()
      await expect(time).toBeFocused()
      await page.keyboard.press("Space")
      await expect(clocks(page)).toBeVisible()
      await page.keyboard.press("Escape")
    })

    await test.step("on the record, by a press; another one closes it", async () => {
      await page.goto(`/contacts/${id}`)
      await page.waitForFunction(isHydrated)
      await page.getByText("History", { exact: true }).click()
      const time = page.locator("#history time[data-clocks]")
      await time.click()
      await expect(clock(page, "Atlas Steel")).toContainText("America/St Johns")
      await expectInside(page)
      await time.click()
      await expect(clocks(page)).toBeHidden()
      await time.click()
      await page.getByRole("heading", { level: 1 }).click()
      await expect(clocks(page)).toBeHidden()
    })
  })
}

test("around the day of a clock change each clock says whether it is changed until then", async ({
  page,
}) => {
  test.slow()
  await withOffices(page)
  const change = nextChange(HOME, Date.now())
  // Late in the evening at home it is the next day in Singapore already.
  const after = atHome(change + DAY, 23)
  const issues = [
    { title: "Before", dueAt: new Date(change - HOUR).toISOString() },
    { title: "After", dueAt: new Date(after).toISOString() },
    { title: "Long after", dueAt: new Date(after + 400 * DAY).toISOString() },
  ]
  for (const body of issues) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that none waits for the other
    await call(page, "POST", "/iam/api/v1/issue/tracker", { body })
  }
  await page.goto("/issues?page=1")
  const due = (title: string) =>
    page
      .getByRole("row")
      .filter({ has: page.getByRole("link", { name: new RegExp(`^ISS-\\d+ ${title}$`, "u") }) })
      .locator('[data-label="Due"]')
      .getByRole("button")

  await due("Before").click()
  await expect(clock(page, "You")).toBeVisible()
  await expect(clocks(page)).not.toContainText("Clock change")
  await page.keyboard.press("Escape")

  await due("After").click()
  await expect(clock(page, "You")).toContainText(
    /Clock change on \d\d \w{3} \d{4}: UTC\+\d → UTC\+\d/u,
  )
  await expect(clock(page, "You")).not.toContainText("day")
  await expect(clock(page, "You")).toContainText("23:00")
  await expect(clock(page, "Singapore")).toContainText("next day")
  await expect(clock(page, "Singapore")).not.toContainText("Clock change")
  await page.keyboard.press("Escape")

  await due("Long after").click()
  await expect(clock(page, "You")).toContainText(/[23] clock changes in between/u)
})

test("without script a time says its zone and is no button", async ({ page, browser, server }) => {
  await register(page, newRegistration())
  await call(page, "POST", CONTACTS, { body: { displayName: "Atlas Steel" } })
  const plain = await withoutScript(page, browser, server)
  const time = plain.locator("tbody time").first()
  await plain.goto("/contacts?page=1&columns=displayName,updatedAt")
  await isWhole(plain)
  await expect(time).toHaveAttribute("title", "Europe/Amsterdam")
  await expect(time).toHaveAttribute("datetime", /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u)
  expect(await time.getAttribute("role")).toBeNull()
  await plain.context().close()
})

test("a limit counts down in the reader's language, unannounced", async ({
  page,
  context,
  server,
  complaints,
}) => {
  test.slow()
  // Playwright looks into the frame of the mail.
  complaints.expect(/Blocked script execution in 'about:blank'/u)
  // A clock that leaps days ahead leaps over the SDK's time for a connection, too.
  complaints.expect(/WebSocket is closed before the connection is established/u)
  const registration = newRegistration()
  await register(page, registration)
  await verify(page, registration, server)
  const body = { firstName: "Ina", emailId: registration.email.replace("ada-", "ina-") }
  const user = idIn(await call(page, "POST", "/iam/api/v1/users", { body }))
  const id = idIn(await call(page, "POST", CONTACTS, { body: { displayName: "Atlas Steel" } }))
  await call(page, "DELETE", `${CONTACTS}/${id}`)
  await context.clock.install()

  await page.goto(`/settings/users/${user}`)
  const until = fact(page, "Invitation valid until")
  await expect(until).toContainText(/UTC.*\(in 6 days\)$/u)
  await until.getByRole("button").click()
  await expect(clocks(page)).toContainText("in 6 days")
  await page.keyboard.press("Escape")
  await context.clock.fastForward(5 * DAY)
  await expect(until).toContainText("(in 1 day)")
  await context.clock.fastForward(DAY)
  await expect(until).toContainText("(in 23 hours)")
  expect(await isAnnounced(until)).toBe(false)
  await context.clock.setSystemTime(Date.now())
  await context.clock.resume()

  await page.goto(`/contacts/${id}`)
  const note = page.getByRole("note").filter({ hasText: "This is in the bin." })
  await expect(note).toContainText(/It stays in the bin until .* \(in 29 days\)\.$/u)

  const leaves = new Date(Date.now() + 3 * HOUR + 10 * 60_000).toISOString()
  const to = [{ name: "Joan Wolf", address: "joan@wolf.example" }]
  const letter = { to, subject: "Your shipment", html: "<p>It is here.</p>", scheduledAt: leaves }
  await call(page, "POST", "/mail/api/v1/send", { body: letter })
  await page.getByRole("button", { name: "New message" }).click()
  const dialog = page.getByRole("dialog", { name: "Mail" })
  await dialog.getByRole("tab", { name: "Sent" }).click()
  await dialog.getByRole("button", { name: /Your shipment/u }).click()
  // In a dialog, which stays.
  const leaving = dialog.getByRole("button", { name: /\(in 3 hours\)$/u })
  await leaving.click()
  await expect(clock(page, "You")).toContainText("Europe/Amsterdam")
  await page.keyboard.press("Escape")
  await expect(clocks(page)).toBeHidden()
  await expect(dialog).toBeVisible()
  await expect(leaving).toBeFocused()

  for (const [language, text, dir] of [
    ["es", "(dentro de 6 días)", "ltr"],
    ["ar", "(بعد 6 أيام)", "rtl"],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- the language is the user's, one at a time
    await inLanguage(page, user, { language, text, dir })
  }
})

/** The page of the user who was invited, in another language: the countdown, and the clocks. */
async function inLanguage(
  page: Page,
  user: string,
  { language, text, dir }: { language: string; text: string; dir: string },
) {
  await call(page, "PATCH", "/iam/api/v1/users/me", { body: { language } })
  await page.goto(`/settings/users/${user}`)
  await page.waitForFunction(isHydrated)
  await expect(page.locator("html")).toHaveAttribute("dir", dir)
  const time = page.locator("time[data-clocks]").filter({ hasText: text })
  await time.click()
  await expect(page.locator("dialog:popover-open")).toContainText("Europe/Amsterdam")
  await expectInside(page)
  await noFaults(page)
  await page.keyboard.press("Escape")
}

/** A company in Amsterdam with offices in Singapore and Mumbai. */
async function withOffices(page: Page) {
  await register(page, newRegistration())
  for (const [name, timezone] of [
    ["Singapore", "Asia/Singapore"],
    ["Mumbai", "Asia/Kolkata"],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that none waits for the other
    await call(page, "POST", OFFICES, { body: { name, timezone } })
  }
}

/** The first instant from here on at which the zone's clock is changed, to the hour. */
function nextChange(zone: string, from: number): number {
  const first = offsetAt(zone, from)
  for (let at = Math.ceil(from / HOUR) * HOUR; at < from + 366 * DAY; at += HOUR) {
    if (offsetAt(zone, at) !== first) return at
  }
  throw new Error(`the clock of ${zone} is not changed`)
}

/** When it is this hour at home, on the day of the instant. */
function atHome(instant: number, hour: number): number {
  const day = Math.floor(instant / DAY) * DAY
  return day + hour * HOUR - offsetAt(HOME, day + 12 * HOUR)
}

/** Milliseconds east of UTC. */
function offsetAt(timeZone: string, instant: number): number {
  const digits = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" })
  const name = digits.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value
  const [, sign = "+", hours = "0", minutes = "0"] =
    /GMT([+-])?(\d\d)?:?(\d\d)?/u.exec(name ?? "") ?? []
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** Whether a change of it would be read out by itself. */
async function isAnnounced(part: Locator): Promise<boolean> {
  return part.evaluate(
    (element) =>
      element.closest("[aria-live], [role=status], [role=alert], output") !== null ||
      element.querySelector("[aria-live], [role=status], [role=alert], output") !== null,
  )
}

/** The popover is in the window, and makes the page no wider. */
async function expectInside(page: Page) {
  const inside = await page.evaluate(() => {
    const box = document.querySelector("dialog:popover-open")?.getBoundingClientRect()
    if (box === undefined) return null
    const { clientWidth, scrollWidth, clientHeight } = document.documentElement
    return (
      box.left >= 0 &&
      box.right <= clientWidth &&
      box.top >= 0 &&
      box.bottom <= clientHeight &&
      scrollWidth <= clientWidth
    )
  })
  expect(inside).toBe(true)
}
