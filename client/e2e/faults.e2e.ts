/** What is not there, not allowed, or broken: each says so, says why, and offers the next step. */
import type { Page } from "@playwright/test"

import { copiedText } from "./clipboard.ts"
import { call, colleague, idIn, newRegistration, register } from "./company.ts"
import { expect, test } from "./fixtures.ts"
import { isHydrated } from "./hydration.ts"
import { message } from "./messages.ts"
import { openForm } from "./reading.ts"

const SERVICE = "/contact/api/v1/contacts"

const statusOf = async (page: Page, path: string) => (await page.request.get(path)).status()

test("what is not there says so with its status, and a deleted record who deleted it", async ({
  page,
  browser,
  server,
  complaints,
}) => {
  complaints.expect(/status of 404/u)
  await register(page, newRegistration())
  const h1 = page.getByRole("heading", { level: 1 })

  // An address that leads nowhere keeps the frame around it.
  expect(await statusOf(page, "/no/such/screen")).toBe(404)
  await page.goto("/no/such/screen")
  await expect(h1).toHaveText("This page does not exist")
  await expect(page.getByRole("main")).toContainText("/no/such/screen")
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible()
  await page.getByRole("button", { name: "Search", exact: true }).click()
  await expect(page.getByRole("dialog", { name: "Search or run a command" })).toBeVisible()

  // Another company's record is no record here.
  const elsewhere = await browser.newContext({ baseURL: server.origin })
  const foreign = await elsewhere.newPage()
  await register(foreign, newRegistration())
  const body = { displayName: "Atlas Steel" }
  const theirs = idIn(await call(foreign, "POST", SERVICE, { body }))
  await elsewhere.close()
  expect(await statusOf(page, `/contacts/${theirs}`)).toBe(404)
  await page.goto(`/contacts/${theirs}`)
  await expect(h1).toHaveText("Record not found")
  await expect(page.getByRole("main")).toContainText(theirs)
  await page.getByRole("search").getByRole("searchbox").fill("atlas")
  await page.keyboard.press("Enter")
  await expect(page.getByText("No results")).toBeVisible()

  const own = idIn(await call(page, "POST", SERVICE, { body }))
  await call(page, "DELETE", `${SERVICE}/${own}`)
  await page.goto(`/contacts/${own}`)
  await expect(page.getByRole("note")).toContainText(/Deleted by Ada Okonkwo on /u)
  await expect(page.getByRole("link", { name: "Edit" })).toBeHidden()
  await page.getByRole("button", { name: "Restore" }).click()
  await page.getByRole("link", { name: "Edit", exact: true }).click()
  await expect(page.getByLabel("Job title")).toBeEditable()
})

test("every role that is given out is told which right is missing, who grants it, and asks for it", async ({
  page,
  browser,
  server,
  complaints,
}) => {
  test.slow()
  const registration = newRegistration()
  await register(page, registration)
  const { guest, id } = await colleague(page, registration, { browser, server })
  complaints.watch(guest, server.origin)
  complaints.expect(/status of 40[13]/u)
  const holds = async (role: string) => {
    const roles = await call(page, "GET", `/iam/api/v1/roles?search=${role}`)
    await call(page, "PATCH", `/iam/api/v1/users/${id}`, { body: { roleIds: [idIn(roles)] } })
  }
  const main = guest.getByRole("main")
  await holds("Administrator")
  await guest.goto("/accounts/roles/create/")
  await expect(guest.getByRole("dialog").getByLabel("Name")).toBeEditable()

  await holds("Manager")
  await guest.goto("/accounts/roles/create/")
  await expect(guest.getByRole("dialog").getByRole("note")).toContainText(
    "None of your roles includes the permission “Roles: Create”. An administrator can grant it.",
  )
  for (const role of ["Viewer", "Operator"]) {
    await holds(role)
    expect(await statusOf(guest, "/settings/roles?page=1"), role).toBe(403)
    await guest.goto("/settings/roles?page=1")
    await expect(main, role).toContainText(
      "You need the permission “Roles: View”. It can be granted by",
    )
    await expect(main, role).toContainText("Ada Okonkwo")
  }
  await guest.getByRole("link", { name: "Request access" }).click()
  await expect(guest.getByLabel("Title")).toHaveValue(/^Access: /u)
  await guest.getByLabel("Description").fill("I need it for the audit of May.")
  await guest.getByRole("button", { name: "Create" }).click()
  await expect(guest.getByRole("heading", { level: 1 })).toContainText("Access: Roles: View")
  await guest.context().close()
})

test("a part that cannot be drawn fails alone, and a handler that fails loses no text", async ({
  page,
  complaints,
}) => {
  // React tells the console of what a boundary caught.
  complaints.expect(
    /Objects are not valid as a React child|Minified React error #31|error occurred/u,
  )
  complaints.expect(/exception: .*(?:null|undefined)/u)
  await register(page, newRegistration())
  const id = idIn(await call(page, "POST", SERVICE, { body: { displayName: "Atlas Steel" } }))

  // An answer of a shape that nobody promised: the list breaks, its frame does not.
  await page.goto("/dashboard")
  await page.waitForFunction(isHydrated)
  await page.route(`**${SERVICE}?**`, async (route) => {
    const answer = await route.fetch()
    const body: { data: object[] } = await answer.json()
    const data = body.data.map((row) => ({ ...row, displayName: { of: "another shape" } }))
    await route.fulfill({ json: { ...body, data } })
  })
  await page.getByRole("link", { name: "Contacts" }).first().click()
  const alert = page.getByRole("alert").filter({ hasText: "Couldn't show this section." })
  await expect(alert).toBeVisible()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contacts")
  await expect(page.getByRole("searchbox")).toBeVisible()
  const code = alert.getByRole("button", { name: /page-[0-9a-f]{8}/u })
  await code.click()
  await expect(alert).toContainText("Copied")
  const errorId = await copiedText(page)
  expect(errorId).toMatch(/^page-/u)
  await expect(alert.getByRole("link", { name: "Report this" })).toHaveAttribute(
    "href",
    new RegExp(errorId, "u"),
  )
  await page.unroute(`**${SERVICE}?**`)
  await alert.getByRole("button", { name: "Try again" }).click()
  await page.getByRole("link", { name: "Atlas Steel" }).click()

  // A handler that trips over its answer: it is told, and the text is still there.
  await openForm(page)
  await page.getByLabel("Job title").fill("Buyer")
  await page.route(`**${SERVICE}/${id}`, (route) =>
    route.request().method() === "PATCH" ? route.fulfill({ json: null }) : route.continue(),
  )
  const save = page.getByRole("button", { name: "Save", exact: true })
  await save.click()
  const failure = page.getByRole("alert").filter({ hasText: "Something on this page failed" })
  await expect(failure.filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByLabel("Job title")).toHaveValue("Buyer")
  await page.unroute(`**${SERVICE}/${id}`)
  await save.click()
  await expect(message(page, "Saved.")).toBeVisible()
})
