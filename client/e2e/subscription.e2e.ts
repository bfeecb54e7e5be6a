/** The end of the subscription: foretold to those who answer for it, there at midnight where the company is, and what it leaves. */
import type { Page } from "@playwright/test"

import { call, colleague, idIn, newRegistration, register } from "./company.ts"
import { expect, test } from "./fixtures.ts"
import { message } from "./messages.ts"
import { operatorFor } from "./operator.ts"

const EXPIRED = "Your Subscription has been expired. Please Contact Support Team"
const CONTACTS = "/contact/api/v1/contacts"
const DAY = 86_400_000
const MINUTE = 60_000

/** The calendars furthest apart: they never show the same day. */
const FIRST = { zone: "Pacific/Kiritimati", offset: "+14:00" }
const LAST = { zone: "Etc/GMT+12", offset: "-12:00" }

const notices = (tab: Page) => tab.getByRole("complementary", { name: "Notices" })

test("the subscription ends at the company's midnight, announced, and leaves reading and the own profile", async ({
  page,
  context,
  browser,
  server,
  complaints,
}) => {
  test.slow()
  complaints.expect(/status of 403/u)
  const registration = newRegistration()
  await register(page, registration)
  const operator = await operatorFor(page, { browser, server })
  const { guest, id: guestId } = await colleague(page, registration, { browser, server })
  const viewer = idIn(await call(page, "GET", "/iam/api/v1/roles?search=Viewer"))
  await call(page, "PATCH", `/iam/api/v1/users/${guestId}`, { body: { roleIds: [viewer] } })
  const contact = idIn(await call(page, "POST", CONTACTS, { body: { displayName: "Atlas Steel" } }))

  // Warnings: a fortnight, a week and a day ahead, to whoever answers for it.
  await moveTo(page, LAST.zone)
  for (const [days, warning] of [
    [15, null],
    [14, "Your subscription ends in 14 days"],
    [8, null],
    [7, "Your subscription ends in 7 days"],
    [1, "Your subscription ends in 1 day, on"],
    [0, "Your subscription ends today"],
  ] as const) {
    await operator.setLastDay(todayIn(LAST.offset, days))
    await page.goto("/dashboard")
    if (warning === null) {
      await expect(page.getByRole("main")).toContainText(/\S/u)
      await expect(notices(page)).toBeHidden()
    } else await expect(notices(page)).toContainText(warning)
  }
  await guest.goto("/dashboard")
  await expect(guest.getByRole("main")).toContainText(/\S/u)
  await expect(guest.getByText("Your subscription ends today")).toBeHidden()
  await guest.context().close()

  // Its last day where it is latest is past where it is earliest.
  await expect(notices(page)).not.toContainText(EXPIRED)
  await moveTo(page, FIRST.zone)
  await page.goto("/dashboard")
  await expect(notices(page)).toContainText(EXPIRED)

  // Before and after midnight, on a page that stays open; the minute is that of `lib/subscription.test.ts`.
  await context.clock.install()
  for (const { zone, offset } of [LAST, FIRST]) {
    const lastDay = todayIn(offset, 1)
    // Where it stands now that day may be over already: for two hours of each day the two zones are two days apart.
    await operator.setLastDay(todayIn(offset, 30))
    await moveTo(page, zone)
    await operator.setLastDay(lastDay)
    await context.clock.setSystemTime(`${lastDay}T23:00:00${offset}`)
    await page.goto(`/contacts/${contact}?edit`)
    await page.waitForLoadState("networkidle")
    await expect(notices(page)).not.toContainText(EXPIRED)
    await expect(page.getByLabel("Job title")).toBeEditable()
    // The server's clock is not there yet.
    await operator.setLastDay("2020-01-01")
    await context.clock.fastForward(50 * MINUTE)
    await expect(page.getByLabel("Job title")).toBeEditable()
    await context.clock.fastForward(10 * MINUTE)
    await expect(notices(page)).toContainText(EXPIRED)
    await expect(page.getByLabel("Job title")).toBeHidden()
    await expect(page.getByRole("note")).toHaveText(EXPIRED)
  }
  await context.clock.setSystemTime(Date.now())

  await page.getByRole("button", { name: "New message" }).click()
  await expect(page.getByRole("alert").getByText(EXPIRED)).toBeVisible()
  await expect(page.getByRole("dialog", { name: "Mail" })).toBeHidden()

  await page.goto("/contacts?page=1")
  await expect(page.getByRole("link", { name: "Atlas Steel" })).toBeVisible()
  const download = page.waitForEvent("download")
  await page.getByText("Export", { exact: true }).click()
  await page.getByRole("button", { name: "As CSV" }).click()
  await download
  await page.goto("/settings/profile")
  await page.getByLabel("Job title").fill("Harbour master")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await expect(message(page, "Saved.")).toBeVisible()
  await operator.leave()
})

/** Puts the company of the page into another zone. */
async function moveTo(page: Page, timezone: string) {
  const [, id = ""] =
    /"_id":"([^"]+)"/u.exec(await call(page, "GET", "/iam/api/v1/companies")) ?? []
  await call(page, "PATCH", `/iam/api/v1/companies/${id}`, { body: { timezone } })
}

/** The day of so many days after today's, where the clock is so far from UTC. */
function todayIn(offset: string, days: number): string {
  const hours = Number.parseInt(offset, 10)
  return new Date(Date.now() + hours * 3_600_000 + days * DAY).toISOString().slice(0, 10)
}
