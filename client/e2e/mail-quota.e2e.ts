/** Mail as no relay: before the own address is proved it goes to oneself, and what is over a quota says that it waits. */
import type { Page } from "@playwright/test"

import { call, newRegistration, register, verify } from "./company.ts"
import { noFaultsInMail } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { mailsTo } from "./mails.ts"

/** In the frame of a mail no script runs, not even Playwright's that records it. */
const LOOKED_INTO = /Blocked script execution in 'about:blank'/u

async function write(page: Page, address: string) {
  await page.getByRole("button", { name: "New message" }).click()
  const dialog = page.getByRole("dialog", { name: "Mail" })
  await dialog.getByRole("combobox", { name: "To" }).fill(`${address},`)
  await dialog.getByRole("textbox", { name: "Subject" }).fill("Two containers")
  await dialog.getByRole("textbox", { name: "Text" }).fill("They are here.")
  return dialog
}

for (const width of [1360, 390]) {
  test(`who has not verified their address is told what to do, and the draft stays, at ${String(width)} px`, async ({
    page,
    server,
    complaints,
  }) => {
    test.slow()
    complaints.expect(/status of 403/u)
    await page.setViewportSize({ width, height: 860 })
    const registration = newRegistration()
    await register(page, registration)
    const dialog = await write(page, "joan@shipper.example")
    const hint = "Until you verify your e-mail address, you can write only to yourself."
    await expect(dialog.getByText(hint)).toBeVisible()
    await expect(dialog.getByRole("button", { name: "Resend Email" })).toBeVisible()
    await dialog.getByRole("button", { name: "Send", exact: true }).click()
    const refused = dialog.getByRole("alert", { name: "The e-mail was not sent" })
    await expect(refused).toContainText("Verify your e-mail address first")
    await noFaultsInMail(page)
    await expect(dialog.getByText(/^Draft saved/u)).toBeVisible()

    await verify(page, registration, server)
    await page.getByRole("button", { name: "New message" }).click()
    await expect(dialog.getByRole("textbox", { name: "Subject" })).toHaveValue("Two containers")
    await expect(dialog.getByText(hint)).toBeHidden()
    await dialog.getByRole("button", { name: "Send", exact: true }).click()
    await expect(dialog).toBeHidden()
  })
}

test("what is over a quota waits, and says until when", async ({ page, server, complaints }) => {
  test.slow()
  complaints.expect(LOOKED_INTO)
  const registration = newRegistration()
  await register(page, registration)
  await verify(page, registration, server)
  const to = Array.from({ length: 51 }, (_, n) => ({
    name: "",
    address: `joan+${String(n)}@quota.example`,
  }))
  const body = { mode: "each", to, subject: "Two containers", html: "<p>They are here.</p>" }
  await call(page, "POST", "/mail/api/v1/send", { body })
  await expect(async () => {
    expect(await mailsTo("@quota.example", server.dataDir)).toHaveLength(50)
  }).toPass({ timeout: 60_000 })
  await page.getByRole("button", { name: "New message" }).click()
  const dialog = page.getByRole("dialog", { name: "Mail" })
  await dialog.getByRole("tab", { name: "Sent" }).click()
  const row = dialog.getByRole("listitem").filter({ hasText: "Two containers" })
  await expect(row).toContainText(/Waits until .*: the company may send a recipient 50 messages/u)
  await row.getByRole("button").click()
  await expect(dialog.getByText(/^Waits until .* a recipient 50 messages a day\.$/u)).toHaveCount(2)
  await expect(page.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible()
})
