/** What somebody may do changes while they look at a page: it shows at once. */
import type { Page } from "@playwright/test"

import { call, colleague, idIn, listening, newRegistration, register } from "./company.ts"
import { expect, test } from "./fixtures.ts"

test("whoever is suspended is signed out of the open page, reads why, and does not come back", async ({
  page,
  browser,
  server,
}) => {
  const registration = newRegistration()
  await register(page, registration)
  const { guest, id } = await colleague(page, registration, { browser, server })
  await listening(guest)
  await call(page, "POST", `/iam/api/v1/users/${id}/suspend`, { body: { reason: "Left" } })
  await expect(guest).toHaveURL(/\/login\?redirect_uri=/u)
  await expect(guest.getByText("Your account has been suspended.")).toBeVisible()
  // Nothing that the browser kept lets it in again.
  await guest.goto("/dashboard")
  await guest.waitForLoadState("networkidle")
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("Sign in")
  await guest.context().close()
})

test("whoever loses a right reads so on the open page, and sees no more what it showed", async ({
  page,
  browser,
  server,
}) => {
  const registration = newRegistration()
  await register(page, registration)
  const { guest, id } = await colleague(page, registration, { browser, server })
  await listening(guest, "/settings/users")
  await expect(guest.getByRole("main")).toContainText("Ada Okonkwo")
  const before = await sessionIdOf(guest)

  const role = await call(page, "POST", "/iam/api/v1/roles", {
    body: {
      name: "Reader of countries",
      permissions: [{ resource: "country", actions: ["view"], scope: "company" }],
    },
  })
  await call(page, "PATCH", `/iam/api/v1/users/${id}`, { body: { roleIds: [idIn(role)] } })
  await expect(guest.getByRole("main")).not.toContainText("Ada Okonkwo")
  await expect(guest.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible()
  await expect(guest).toHaveURL("/settings/users")
  // The session goes on, under an id that nobody knew while it was worth less or more.
  await expect.poll(() => sessionIdOf(guest)).not.toBe(before)
  await guest.reload()
  await expect(guest).toHaveURL("/settings/users")
  await guest.context().close()
})

async function sessionIdOf(page: Page): Promise<string | undefined> {
  return (await page.context().cookies()).find(({ name }) => name === "sid")?.value
}
