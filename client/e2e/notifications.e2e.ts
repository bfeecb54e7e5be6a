/** The bell: what somebody else does moves the badge of an open page at once, and looking at it takes it away everywhere. */
import type { Page } from "@playwright/test"

import { newRegistration, register } from "./company.ts"
import { expect, test } from "./fixtures.ts"

/** Calls a service as the signed-in page does. */
async function call(page: Page, method: string, path: string, body?: unknown) {
  const token = (await page.context().cookies()).find(({ name }) => name === "token")?.value ?? ""
  const answer = await page.request.fetch(path, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      "If-Match": "*",
      ...(body === undefined ? {} : { "Content-Type": "text/csv" }),
    },
    ...(body === undefined ? {} : { data: body }),
  })
  expect(answer.status(), await answer.text()).toBeLessThan(300)
}

test("the badge moves within a second of a write, in every open page", async ({
  page,
  context,
}) => {
  await register(page, newRegistration())
  const listening = page.waitForEvent("websocket", {
    predicate: (socket) => socket.url().includes("/.ws"),
  })
  await page.goto("/dashboard")
  const bell = page.getByRole("button", { name: /^Notifications/u })
  await expect(bell).toHaveAccessibleName("Notifications")
  await listening
  const second = await context.newPage()
  await second.goto("/dashboard")

  await call(page, "POST", "/contact/api/v1/contact-tags/import?dryRun=false", "name\nReefer\n")
  await expect(bell).toHaveAccessibleName("Notifications, 1 unread")
  await expect(second.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible()

  await bell.click()
  const dialog = page.getByRole("dialog", { name: "Notifications" })
  await expect(dialog.getByText("Your import is done")).toBeVisible()
  await dialog.getByRole("button", { name: "Mark as read: Your import is done" }).click()
  await expect(dialog.getByText("Nothing new")).toBeVisible()
  await expect(second.getByRole("button", { name: "Notifications", exact: true })).toBeVisible()

  // The count is in the page as it comes, before anything runs.
  await call(page, "POST", "/contact/api/v1/contact-tags/import?dryRun=false", "name\nDry\n")
  const html = await (await page.request.get("/dashboard")).text()
  expect(html).toContain("Notifications, 1 unread")
})
