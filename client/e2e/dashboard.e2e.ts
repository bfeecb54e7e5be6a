/** The dashboard: what waits for its reader, what was opened last, and which offices are open. */
import type { Page } from "@playwright/test"

import { call, idIn, newRegistration, register } from "./company.ts"
import { noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { isHydrated } from "./hydration.ts"
import { save } from "./save.ts"

const ISSUES = "/iam/api/v1/issue/tracker"
const OFFICES = "/iam/api/v1/companies/offices"
const TAGS = "/contact/api/v1/contact-tags"

const WEEK = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

for (const width of [1360, 390]) {
  test(`what waits is done from the dashboard at ${String(width)} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await register(page, newRegistration())
    const attention = page.getByRole("region", { name: "Needs your attention" })
    await expect(attention).toContainText("Nothing needs your attention")
    await expect(page.getByRole("main")).not.toContainText(/\d (?:countries|currencies)/u)
    // What is done of the set-up is folded away.
    const setup = page.getByRole("region", { name: "Set-up" })
    await expect(setup.getByText("Company registered")).toBeHidden()
    await setup.getByText(/^\d of \d done$/u).click()
    await expect(setup.getByText("Company registered")).toBeVisible()

    await assign(page, "Seal number missing")
    const draft = { subject: "Arrival notice" }
    await call(page, "POST", "/mail/api/v1/drafts", { body: draft })
    const table = "name,color\r\nReefer,teal\r\nOversize,invisible\r\n"
    const path = `${TAGS}/import?dryRun=false&mode=insert`
    await call(page, "POST", path, { body: table, type: "text/csv" })

    await page.reload()
    await page.waitForFunction(isHydrated)
    for (const title of ["1 issue assigned to you", "1 import with errors", "1 draft not sent"]) {
      await expect(attention.getByRole("heading", { name: title })).toBeVisible()
    }
    await noFaults(page)

    await attention.getByRole("button", { name: "Arrival notice" }).click()
    const mail = page.getByRole("dialog", { name: "Mail" })
    await expect(mail.getByRole("tab", { name: "Drafts" })).toHaveAttribute("aria-selected", "true")
    await mail
      .getByRole("button", { name: /Arrival notice/u })
      .first()
      .click()
    await expect(mail.getByLabel("Subject")).toHaveValue("Arrival notice")
    await page.keyboard.press("Escape")

    // With the keyboard alone: the issue, and back to it by what was opened last.
    await attention.getByRole("link", { name: "ISS-1 Seal number missing" }).focus()
    await page.keyboard.press("Enter")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("ISS-1 Seal number missing")
    await page.goto("/dashboard")
    const recent = page.getByRole("region", { name: "Recently opened" })
    await expect(recent.getByRole("link")).toHaveText(["ISS-1 Seal number missing"])
    await attention.getByRole("link", { name: "1 issue assigned to you" }).click()
    await expect(page).toHaveURL(/\/issues\?/u)
    await expect(page.locator("tbody th")).toContainText(["Seal number missing"])
  })
}

test("the dashboard shows which offices are open", async ({ page, complaints }) => {
  // Hours without days are refused on purpose.
  complaints.expect(
    /the server responded with a status of 422 .*\/iam\/api\/v1\/companies\/offices\)$/u,
  )
  await register(page, newRegistration())
  const offices = page.getByRole("region", { name: "Offices" })
  await expect(offices.getByRole("listitem")).toHaveCount(1)
  const always = { days: WEEK, opens: "00:00", closes: "23:59" }
  await call(page, "POST", OFFICES, {
    // A country without holidays, so that the test holds on every day.
    body: {
      name: "Singapore",
      timezone: "Asia/Singapore",
      hours: always,
      address: { country: "IO" },
    },
  })
  await page.goto("/settings/company/offices/create")
  await page.getByRole("textbox", { name: /^Name/u }).fill("Rotterdam")
  for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]) {
    await expect(page.getByRole("checkbox", { name: day })).toBeChecked()
    await page.getByRole("checkbox", { name: day }).uncheck()
  }
  await save(page)
  await expect(page.getByText("Choose the days on which the office is open.").first()).toBeVisible()
  await page.getByLabel("Opens").fill("")
  await page.getByLabel("Closes").fill("")
  await save(page)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rotterdam")

  await page.goto("/dashboard")
  const clock = (name: string) => offices.getByRole("listitem").filter({ hasText: name })
  // A minute before midnight it is closed.
  await expect(clock("Singapore")).toContainText(
    /(?:Open until 23:59|Closed, opens tomorrow 00:00) · Asia\/Singapore · UTC\+8/u,
  )
  await expect(clock("Rotterdam")).not.toContainText(/Open|Closed,/u)
})

/** Reports an issue and takes it. */
async function assign(page: Page, title: string): Promise<void> {
  const me = idIn(await call(page, "GET", "/iam/api/v1/users/me"))
  await call(page, "POST", ISSUES, { body: { title, assigneeId: me } })
}
