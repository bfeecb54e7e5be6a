/** Roles: made in a dialog over the list, edited by the matrix, compared, cloned, replaced, and what no editor may give. */

import { ACTIONS, RESOURCES } from "../src/lib/rights.ts"
import { call, colleague, idIn, newRegistration, register } from "./company.ts"
import { noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { heldRequests } from "./hydration.ts"
import { save } from "./save.ts"

const SERVICE = "/iam/api/v1/roles"

test("a role is made in a dialog, edited by keyboard, compared, cloned, replaced and restored", async ({
  page,
  browser,
  server,
  complaints,
}) => {
  test.slow()
  complaints.expect(/status of (403|409|412|422)/u)
  const registration = newRegistration()
  await register(page, registration)

  // The dialog stands in the server's page already, with and without the slash.
  for (const path of ["/accounts/roles/create/", "/accounts/roles/create"]) {
    const html = await (await page.request.get(path)).text()
    expect(html).toMatch(/<dialog[^>]*open/u)
  }
  await page.goto("/settings/roles?page=1")
  await page.getByRole("link", { name: "New role" }).click()
  const making = page.getByRole("dialog", { name: "New role" })
  await expect(making).toBeVisible()
  await noFaults(page)
  await making.getByLabel("Name").fill("Night shift")
  await making.getByLabel("Copy permissions from").selectOption("Viewer")
  await save(page)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Night shift")

  // By keyboard: a tick brings others along, is said before it is saved, and is undone.
  const box = (name: string) => page.getByRole("checkbox", { name, exact: true })
  await box("Contacts: View").focus()
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key)
  await expect(box("Contacts: Delete")).toBeFocused()
  await page.keyboard.press("Space")
  await expect(box("Contacts: Edit")).toBeChecked()
  await expect(page.getByText("2 permissions will change")).toBeVisible()
  await page.getByRole("button", { name: "Undo all" }).press("Enter")
  await expect(box("Contacts: Edit")).not.toBeChecked()
  await expect(page.getByText("1 unsaved change", { exact: true })).toBeHidden()
  await box("Contacts: Delete").check()
  await save(page)
  await expect(page.getByText("2 permissions will change")).toBeHidden()
  await page.reload()
  await expect(box("Contacts: Delete")).toBeChecked()
  await noFaults(page)

  // What is done before the script is there is known once it is.
  const { hold, release } = heldRequests()
  await page.route("**/*.js", hold)
  await page.reload({ waitUntil: "commit" })
  await box("Contacts: Delete").click()
  await page.getByLabel("Description").fill("From ten to six")
  await release()
  await expect(page.getByText("permission will change")).toBeVisible()
  await save(page)
  await expect(page.getByText("permission will change")).toBeHidden()
  await page.unroute("**/*.js", hold)
  await page.reload()
  await expect(box("Contacts: Delete")).not.toBeChecked()
  await expect(page.getByLabel("Description")).toHaveValue("From ten to six")
  await box("Contacts: Delete").check()
  await save(page)
  await expect(page.getByText("permission will change")).toBeHidden()

  // Beside another role, in the address.
  await page.getByLabel("Compare with").selectOption("Viewer")
  await expect(page).toHaveURL(/compare=/u)
  await expect(page.getByText("2 permissions differ from Viewer")).toBeVisible()
  await page.getByText("What this role sees").click()
  await expect(page.locator(".am-sight")).toContainText("Contacts")

  // Its member loses it to another role when it goes.
  const { guest, id } = await colleague(page, registration, { browser, server })
  const role = page.url().replace(/^.*\/settings\/roles\/([^?]+).*$/u, "$1")
  await call(page, "PATCH", `/iam/api/v1/users/${id}`, { body: { roleIds: [role] } })
  await page.reload()
  await expect(page.getByRole("region", { name: "People with this role" })).toContainText("Ina Neu")

  // She reads nothing of roles, and is told which right it takes.
  const refused = await guest.goto(`/settings/roles/${role}`)
  expect(refused?.status()).toBeLessThan(500)
  await expect(guest.getByRole("main")).toContainText(/role:view|permission/iu)
  await guest.context().close()

  await page.getByRole("button", { name: "Duplicate" }).click()
  const cloning = page.getByRole("dialog", { name: "Duplicate Night shift" })
  await cloning.getByLabel("Name of the new role").fill("Operator")
  await page.keyboard.press("Enter")
  await expect(cloning).toContainText(/taken|already/iu)
  await cloning.getByLabel("Name of the new role").fill("Late shift")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Late shift")
  await page.getByRole("button", { name: "Delete" }).click()
  await expect(page).toHaveURL(/\/settings\/roles\?page=1$/u)
  await page.getByRole("button", { name: "Undo" }).filter({ visible: true }).click()
  await expect(page.getByRole("link", { name: "Late shift" })).toBeVisible()

  await page.goto(`/settings/roles/${role}`)
  await page.getByRole("button", { name: "Delete", exact: true }).click()
  const deleting = page.getByRole("dialog", { name: "Delete Night shift" })
  await deleting.getByLabel("Replacement role").selectOption("Viewer")
  await deleting.getByRole("button", { name: "Delete and replace" }).click()
  await expect(page).toHaveURL(/\/settings\/roles\?page=1$/u)
  const user = await call(page, "GET", `/iam/api/v1/users/${id}`)
  expect(user).toContain('"name":"Viewer"')
})

test("a role of the product is read only, and the table of rights is the server's", async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 4\d\d/u)
  await register(page, newRegistration())
  const found = await call(page, "GET", `${SERVICE}?filter=code:eq:administrator`)
  const { data }: { data: { permissions: { resource: string; actions: string[] }[] }[] } =
    JSON.parse(found)
  const theirs = (data[0]?.permissions ?? []).flatMap(({ resource, actions }) =>
    actions.map((action) => `${resource}:${action}`),
  )
  const ours = RESOURCES.flatMap((resource) =>
    ACTIONS[resource].map((action) => `${resource}:${action}`),
  )
  expect(theirs.toSorted()).toEqual(ours.toSorted())

  await page.goto(`/settings/roles/${idIn(found)}`)
  await expect(page.getByText("Built-in role.").first()).toBeVisible()
  await expect(page.getByRole("checkbox", { name: "Contacts: Delete" })).toBeChecked()
  await page.getByRole("checkbox", { name: "Contacts: Delete" }).click({ force: true })
  await expect(page.getByRole("checkbox", { name: "Contacts: Delete" })).toBeChecked()
  const remove = page.getByRole("button", { name: "Delete", exact: true })
  await expect(remove).toHaveAttribute("aria-disabled", "true")
  await expect(remove).toHaveAccessibleDescription(/cannot be deleted/u)
})
