/** The bell: what somebody else does moves the badge of an open page at once, and looking at it takes it away everywhere. */
import { call, listening, newRegistration, register } from "./company.ts"
import { expect, test } from "./fixtures.ts"
import { startServer } from "./server.ts"

const IMPORT = "/contact/api/v1/contact-tags/import?dryRun=false"

test("the badge moves within a second of a write, in every open page", async ({
  page,
  context,
}) => {
  await register(page, newRegistration())
  await listening(page)
  const bell = page.getByRole("button", { name: /^Notifications/u })
  await expect(bell).toHaveAccessibleName("Notifications")
  const second = await context.newPage()
  await second.goto("/dashboard")

  await call(page, "POST", IMPORT, { body: "name\nReefer\n", type: "text/csv" })
  await expect(bell).toHaveAccessibleName("Notifications, 1 unread")
  await expect(second.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible()

  await bell.click()
  const dialog = page.getByRole("dialog", { name: "Notifications" })
  await expect(dialog.getByText("Your import is done")).toBeVisible()
  await dialog.getByRole("button", { name: "Mark as read: Your import is done" }).click()
  await expect(dialog.getByText("Nothing new")).toBeVisible()
  await expect(second.getByRole("button", { name: "Notifications", exact: true })).toBeVisible()

  // The count is in the page as it comes, before anything runs.
  await call(page, "POST", IMPORT, { body: "name\nDry\n", type: "text/csv" })
  const html = await (await page.request.get("/dashboard")).text()
  expect(html).toContain("Notifications, 1 unread")
})

test("a page whose server was killed comes back to it: the badge is right and nobody is signed out", async ({
  browser,
}) => {
  // The SDK waits longer from attempt to attempt.
  test.slow()
  const server = await startServer()
  const context = await browser.newContext({ baseURL: server.origin })
  try {
    const page = await context.newPage()
    const registration = newRegistration()
    await register(page, registration)
    const socket = await listening(page)
    // Where instances are restarted meanwhile, it may close before the server is killed.
    const dropped = socket.waitForEvent("close")
    await call(page, "POST", IMPORT, { body: "name\nReefer\n", type: "text/csv" })
    await expect(page.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible()

    await server.kill()
    await dropped
    const back = page.waitForEvent("websocket", { timeout: 60_000 })
    await server.startAgain()
    await back
    await call(page, "POST", IMPORT, { body: "name\nDry\n", type: "text/csv" })
    await expect(page.getByRole("button", { name: "Notifications, 2 unread" })).toBeVisible({
      timeout: 60_000,
    })
    await expect(page).toHaveURL(/\/dashboard$/u)
    await page.reload()
    await page.waitForLoadState("networkidle")
    await expect(page).toHaveURL(/\/dashboard$/u)
    await expect(page.getByRole("main")).toContainText(registration.companyName)
    await expect(page.getByRole("button", { name: "Notifications, 2 unread" })).toBeVisible()
  } finally {
    await context.close()
    await server.stop()
  }
})
