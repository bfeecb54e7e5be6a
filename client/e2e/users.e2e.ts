/** Users: invited, looked after, shut out and let in again; nobody changes what gives themselves something. */

import { colleague, newRegistration, registerVerified } from "./company.ts"
import { noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { save } from "./save.ts"

test("somebody is invited, suspended and let in again", async ({
  page,
  browser,
  server,
  complaints,
}) => {
  test.slow()
  complaints.expect(/status of 4\d\d/u)
  const registration = newRegistration()
  await registerVerified(page, registration, server)
  const main = page.getByRole("main")
  const said = (text: string) => page.getByText(text, { exact: true }).filter({ visible: true })

  await page.goto("/settings/users?page=1")
  await page.getByRole("link", { name: "Invite user" }).click()
  await main.getByLabel("First name").fill("Olu")
  await main.getByLabel("E-mail address").fill(registration.email)
  await save(page)
  await expect(main.getByRole("alert", { name: "Couldn't save your changes." })).toContainText(
    "already in use",
  )
  await main.getByLabel("E-mail address").fill(registration.email.replace("ada-", "olu-"))
  await save(page)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Olu")
  await expect(main.getByRole("region", { name: "Status" })).toContainText("Invited")
  await page.getByRole("button", { name: "Resend invitation" }).click()
  await expect(said("Invitation sent again.")).toBeVisible()

  const { guest, id } = await colleague(page, registration, { browser, server })
  await page.goto(`/settings/users/${id}`)
  await expect(main.getByRole("region", { name: "Effective permissions" })).toContainText(
    "Operator",
  )
  await noFaults(page)
  await page.getByRole("button", { name: "Suspend" }).click()
  const dialog = page.getByRole("dialog", { name: "Suspend Ina Neu" })
  await expect(dialog.getByLabel("Reason")).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(dialog).toContainText("Enter a reason.")
  await dialog.getByLabel("Reason").fill("Left the company")
  await page.keyboard.press("Enter")
  await expect(main.getByRole("region", { name: "Status" })).toContainText("Left the company")
  await expect(guest).toHaveURL(/\/login/u)
  await page.getByRole("button", { name: "Reactivate" }).click()
  await expect(main.getByRole("region", { name: "Status" })).toContainText("Active")
  await guest.context().close()

  // Oneself: shown, with the reason why not.
  await page.goto("/settings/users?page=1")
  await page.getByRole("link", { name: "Ada Okonkwo" }).click()
  await expect(main.getByText("You cannot change your own roles.", { exact: false })).toBeVisible()
  await expect(page.getByRole("button", { name: "Suspend" })).toHaveAccessibleDescription(
    "You cannot change your own status.",
  )
})

test("a group is made of users, and stands with each of them", async ({
  page,
  complaints,
  server,
}) => {
  complaints.expect(/status of 4\d\d/u)
  await registerVerified(page, newRegistration(), server)
  const main = page.getByRole("main")
  await page.goto("/settings/groups?page=1")
  await page.getByRole("link", { name: "New group" }).first().click()
  await main.getByLabel("Name", { exact: false }).first().fill("Customs desk")
  await main.getByRole("combobox", { name: "Members" }).fill("Ada")
  await page.getByRole("option", { name: /Ada/u }).click()
  await save(page)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Customs desk")
  await noFaults(page)
  await page.goto("/settings/users?page=1")
  await page.getByRole("link", { name: "Ada Okonkwo" }).click()
  await expect(main.getByRole("region", { name: "Status" })).toContainText("Customs desk")
})
