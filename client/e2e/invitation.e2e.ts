/** An invitation: the link of the mail shows who invites whom, a password is chosen, and the inviter hears of it. */
import { newRegistration, registerVerified } from "./company.ts"
import { expect, test } from "./fixtures.ts"
import { linkInMailTo } from "./mails.ts"

test("an invited colleague joins by the link of the mail, once", async ({
  page,
  browser,
  server,
  complaints,
}) => {
  const registration = newRegistration()
  await registerVerified(page, registration, server)
  const token = (await page.context().cookies()).find(({ name }) => name === "token")?.value ?? ""
  const address = registration.email.replace("ada-", "ina-")
  const invited = await page.request.post("/iam/api/v1/users", {
    headers: { Authorization: `Bearer ${token}` },
    data: { firstName: "Ina", lastName: "Neu", emailId: address },
  })
  expect(invited.status(), await invited.text()).toBe(201)

  const guests = await browser.newContext()
  const guest = await guests.newPage()
  complaints.watch(guest, server.origin)
  await expect(async () => {
    await guest.goto(await linkInMailTo(address, server.dataDir))
  }).toPass()
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText(
    `Join ${registration.companyName}`,
  )
  await expect(guest.getByLabel("Work e-mail address")).toHaveValue(address)
  const link = guest.url()
  await guest.getByLabel("Password", { exact: true }).fill("tidal-lantern-17")
  await guest.keyboard.press("Enter")
  await expect(guest).toHaveURL(/\/dashboard$/u)
  await expect(guest.getByRole("main")).toContainText(registration.companyName)

  await expect(page.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible()
  await page.getByRole("button", { name: "Notifications, 1 unread" }).click()
  await page.getByRole("link", { name: "Ina Neu has accepted your invitation" }).click()
  await expect(page).toHaveURL("/settings/users")
  await expect(page.getByRole("main")).toContainText("Ina Neu")

  const late = await (await browser.newContext()).newPage()
  await late.goto(link)
  await expect(late.getByRole("heading", { level: 1 })).toHaveText("This invitation cannot be used")
  await guests.close()
})
