/** The dashboard: what waits for its reader, what was opened last, and which offices are open. */
import type { Page } from "@playwright/test"

import { call, idIn, newRegistration, register } from "./company.ts"
import { execute, needsFile } from "./data-file.ts"
import { fitsScreen, noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { isHydrated } from "./hydration.ts"
import { message } from "./messages.ts"
import { save } from "./save.ts"
import { enter, mailsFor, withMailboxes } from "./with-mailboxes.ts"

const ATTENTION = "/iam/api/v1/users/me/attention"
const ISSUES = "/iam/api/v1/issue/tracker"
const OFFICES = "/iam/api/v1/companies/offices"
const TAGS = "/contact/api/v1/contact-tags"

const SECOND = 1000
const DAY = 24 * 60 * 60 * SECOND
const JOAN = "joan@shipper.example"

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

for (const width of [1360, 390]) {
  test(`a failed mail and an expiring invitation are settled at ${String(width)} px`, async ({
    browser,
  }) => {
    await withMailboxes(browser, width, async (page, mailboxes, server) => {
      needsFile(server)
      mailboxes.refused.add(JOAN)
      await enter(page, mailboxes)
      const text = { subject: "Arrival notice", html: "<p>It is here.</p>" }
      // A mail without a time leaves after ten seconds, in which it can be undone.
      const body = { to: [{ address: JOAN }], ...text, scheduledAt: inSome(3 * SECOND) }
      await call(page, "POST", "/mail/api/v1/send", { body })
      const guest = { firstName: "Ida", lastName: "Brandt", emailId: "ida@harbour.example" }
      await call(page, "POST", "/iam/api/v1/users", { body: guest })
      // Six of its seven days have passed.
      const ends = `json_set(fields, '$.invite.expiresAt', '${inSome(DAY)}')`
      execute(server, `UPDATE users SET fields = ${ends} WHERE email = '${guest.emailId}'`)
      await expect.poll(() => call(page, "GET", ATTENTION)).toContain("failedMail")

      const attention = page.getByRole("region", { name: "Needs your attention" })
      const mails = attention.getByRole("region", { name: "1 e-mail not delivered" })
      const invitations = attention.getByRole("region", { name: "1 invitation expiring" })
      await page.goto("/dashboard")
      await page.waitForFunction(isHydrated)
      await expect(mails).toBeVisible()
      await expect(invitations).toContainText(/Ida Brandt.*23 h/u)
      await noFaults(page)
      await fitsScreen(page)

      await invitations.getByRole("link", { name: "Ida Brandt" }).press("Enter")
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ida Brandt")
      await page.getByRole("button", { name: "Resend invitation" }).click()
      await expect(message(page, "Invitation sent again.")).toBeVisible()
      await page.goto("/dashboard")
      await page.waitForFunction(isHydrated)
      await expect(mails).toBeVisible()
      await expect(invitations).toBeHidden()

      mailboxes.refused.clear()
      await mails.getByRole("button", { name: "Arrival notice" }).press("Enter")
      const dialog = page.getByRole("dialog", { name: "Mail" })
      await expect(dialog.getByRole("tab", { name: "Sent" })).toHaveAttribute(
        "aria-selected",
        "true",
      )
      await dialog.getByRole("button", { name: /Arrival notice/u }).click()
      await expect(dialog.getByText("mailbox full")).toBeVisible()
      await dialog.getByRole("button", { name: "Retry" }).click()
      await expect(dialog.getByRole("button", { name: "Retry" })).toBeHidden()
      await expect.poll(() => mailsFor(mailboxes, JOAN)).toHaveLength(1)
      await page.reload()
      await expect(attention).toContainText("Nothing needs your attention")
    })
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

/** The moment that is so many milliseconds away. */
function inSome(milliseconds: number): string {
  return new Date(Date.now() + milliseconds).toISOString()
}

/** Reports an issue and takes it. */
async function assign(page: Page, title: string): Promise<void> {
  const me = idIn(await call(page, "GET", "/iam/api/v1/users/me"))
  await call(page, "POST", ISSUES, { body: { title, assigneeId: me } })
}
