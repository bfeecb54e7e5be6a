/** Unsubscribing by the link in a mail, what the writer is told, and how an administrator allows the address again. */

import { paths } from "#client/paths.ts"

import { call, newRegistration, registerVerified } from "./company.ts"
import { noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { mailsTo } from "./mails.ts"

const SEND = "/mail/api/v1/send"

for (const width of [1360, 390]) {
  test(`who unsubscribes gets no more mail until that is lifted, at ${String(width)} px`, async ({
    page,
    browser,
    server,
    complaints,
  }) => {
    test.slow()
    complaints.expect(/status of 422/u)
    await page.setViewportSize({ width, height: 860 })
    const registration = newRegistration()
    await registerVerified(page, registration, server)
    const address = `joan-${String(width)}@unsubscribe.example`
    const letter = { to: [{ name: "", address }], subject: "Arrived", html: "<p>Here.</p>" }
    await call(page, "POST", SEND, { body: letter })
    let mail: string | undefined = undefined
    await expect(async () => {
      mail = (await mailsTo(address, server.dataDir)).at(-1)
      expect(mail).toContain("List-Unsubscribe: <")
    }).toPass({ timeout: 60_000 })
    const link = /List-Unsubscribe: <([^>]+)>/u.exec(mail ?? "")?.[1] ?? ""

    // A stranger's browser, without scripts.
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width, height: 860 },
    })
    const stranger = await context.newPage()
    await stranger.goto(link)
    await expect(stranger.getByText(address)).toBeVisible()
    await stranger.getByRole("button", { name: "Unsubscribe" }).click()
    await expect(stranger.getByRole("status")).toContainText("will send no more e-mail")
    const scrolled = await stranger.evaluate(() => document.documentElement.scrollWidth)
    expect(scrolled).toBeLessThanOrEqual(width)
    await context.close()

    await page.goto(paths.dashboard())
    await page.getByRole("button", { name: "New message" }).click()
    const dialog = page.getByRole("dialog", { name: "Mail" })
    await dialog.getByRole("combobox", { name: "To" }).fill(`${address},`)
    await dialog.getByRole("textbox", { name: "Subject" }).fill("Again")
    await dialog.getByRole("textbox", { name: "Text" }).fill("Here.")
    await dialog.getByRole("button", { name: "Send", exact: true }).click()
    await expect(dialog.getByText(/has unsubscribed from/u).first()).toBeVisible()

    await page.goto(paths.company())
    const card = page.getByRole("region", { name: "Suppressed addresses" })
    await expect(card).toContainText(address)
    await expect(card).toContainText("Unsubscribed")
    await noFaults(page)
    await card.getByRole("button", { name: `Allow ${address}` }).click()
    await expect(card).toContainText("No suppressed addresses")
    await call(page, "POST", SEND, { body: letter })
  })
}
