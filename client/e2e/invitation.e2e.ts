/** An invitation: the link of the mail shows who invites whom, a password is chosen, and the inviter hears of it. */
import type { Page } from "@playwright/test"

import { newRegistration, registerVerified } from "./company.ts"
import { fitsScreen, noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { linkInMailTo } from "./mails.ts"
import type { Server } from "./server.ts"

test("an invited colleague joins by the link of the mail, once", async ({
  page,
  browser,
  server,
  complaints,
}) => {
  const registration = newRegistration()
  await registerVerified(page, registration, server)
  const { companyName } = registration
  const address = registration.email.replace("ada-", "ina-")
  await invite(page, { firstName: "Ina", lastName: "Neu", emailId: address })

  const guests = await browser.newContext()
  const guest = await guests.newPage()
  complaints.watch(guest, server.origin)
  const link = await openInvitation(guest, { address, companyName }, server)
  await guest.getByLabel("Password", { exact: true }).fill("tidal-lantern-17")
  await guest.keyboard.press("Enter")
  await expect(guest).toHaveURL(/\/dashboard$/u)
  await expect(guest.getByRole("main")).toContainText(companyName)

  await expect(page.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible()
  await page.getByRole("button", { name: "Notifications, 1 unread" }).click()
  await page.getByRole("link", { name: "Ina Neu has accepted your invitation" }).click()
  await expect(page).toHaveURL("/settings/users")
  await expect(page.getByRole("main")).toContainText("Ina Neu")

  const late = await (await browser.newContext()).newPage()
  await late.goto(link)
  await expect(late.getByRole("heading", { level: 1 })).toHaveText("This invitation cannot be used")
  await guests.close()

  await test.step("another one, on a phone", async () => {
    const phoneAddress = registration.email.replace("ada-", "olu-")
    await invite(page, { firstName: "Olu", lastName: "Adeyemi", emailId: phoneAddress })
    const screen = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const phone = await (await browser.newContext(screen)).newPage()
    complaints.watch(phone, server.origin)
    await openInvitation(phone, { address: phoneAddress, companyName }, server)
    await fitsScreen(phone)
    await noFaults(phone)
    await phone.getByLabel("Password", { exact: true }).fill("tidal-lantern-17")
    await phone.getByRole("button", { name: "Join" }).tap()
    await expect(phone).toHaveURL(/\/dashboard$/u)
    await expect(phone.getByRole("main")).toContainText(companyName)
    await fitsScreen(phone)
    await phone.context().close()
  })
})

async function invite(page: Page, data: Record<"firstName" | "lastName" | "emailId", string>) {
  const token = (await page.context().cookies()).find(({ name }) => name === "token")?.value ?? ""
  const headers = { Authorization: `Bearer ${token}` }
  const invited = await page.request.post("/iam/api/v1/users", { headers, data })
  expect(invited.status(), await invited.text()).toBe(201)
}

/** Opens the link of the mail and sees who is invited where; gives the link. */
async function openInvitation(
  guest: Page,
  { address, companyName }: { address: string; companyName: string },
  { dataDir }: Server,
): Promise<string> {
  await expect(async () => {
    await guest.goto(await linkInMailTo(address, dataDir))
  }).toPass()
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText(`Join ${companyName}`)
  await expect(guest.getByLabel("Work e-mail address")).toHaveValue(address)
  return guest.url()
}
