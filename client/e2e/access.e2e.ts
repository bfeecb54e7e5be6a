/** What somebody may do changes while they look at a page: it shows at once, and nothing typed is lost by it. */
import type { Page } from "@playwright/test"

import { copiedText } from "./clipboard.ts"
import { call, colleague, idIn, listening, newRegistration, register, signIn } from "./company.ts"
import { expect, needsPush, test } from "./fixtures.ts"

const SERVICE = "/contact/api/v1/contacts"
const SUSPENDED = "Your account has been suspended. Please contact your Admin for assistance."

/** How long an open page may take to show what somebody else did: a second, and more where the machine is shared. */
const AT_ONCE = { timeout: 3000 }

test(
  "whoever is suspended is signed out of the open form, reads why, and finds the text again once back",
  { tag: "@alone" },
  async ({ page, browser, server, complaints }) => {
    needsPush("an open page learns of it at its next call")
    test.slow()
    complaints.expect(/status of 40[13]/u)
    const registration = newRegistration()
    await register(page, registration)
    const contact = idIn(
      await call(page, "POST", SERVICE, { body: { displayName: "Atlas Steel" } }),
    )
    const { guest, id } = await colleague(page, registration, { browser, server })
    complaints.watch(guest, server.origin)
    await listening(guest, `/contacts/${contact}?edit`)
    await guest.getByLabel("Job title").fill("Buyer")
    await call(page, "POST", `/iam/api/v1/users/${id}/suspend`, { body: { reason: "Left" } })
    await expect(guest).toHaveURL(/\/login\?redirect_uri=%2Fcontacts%2F/u)
    const toast = guest.getByRole("alert").getByText(SUSPENDED, { exact: true })
    await expect(toast).toBeVisible()
    await expect(toast).toBeHidden()
    // Nothing that the browser kept lets it in again, nor does the password.
    await guest.goto(`/contacts/${contact}`)
    await guest.waitForLoadState("networkidle")
    await expect(guest.getByRole("heading", { level: 1 })).toHaveText("Sign in")
    const ina = { email: registration.email.replace("ada-", "ina-"), password: "tidal-lantern-17" }
    await signIn(guest, ina)
    await expect(toast).toBeVisible()

    await call(page, "POST", `/iam/api/v1/users/${id}/reactivate`)
    await signIn(guest, ina)
    await expect(guest).toHaveURL(`/contacts/${contact}`)
    const offer = guest.getByRole("region", { name: "Unsaved changes" })
    await expect(offer).toContainText("Buyer")
    await offer.getByRole("button", { name: "Restore" }).click()
    await expect(guest.getByLabel("Job title")).toHaveValue("Buyer")
    await guest.context().close()
  },
)

test(
  "whoever loses rights reads so on the open pages, with the reason, and can copy what was typed",
  { tag: "@alone" },
  async ({ page, browser, server }) => {
    needsPush("an open page learns of it at its next call")
    const registration = newRegistration()
    await register(page, registration)
    const contact = idIn(
      await call(page, "POST", SERVICE, { body: { displayName: "Atlas Steel" } }),
    )
    const { guest, id } = await colleague(page, registration, { browser, server })
    const form = await guest.context().newPage()
    await listening(guest, "/settings/users")
    await listening(form, `/contacts/${contact}?edit`)
    await expect(guest.getByRole("main")).toContainText("Ada Okonkwo")
    await form.getByLabel("Job title").fill("Buyer")
    const before = await sessionIdOf(guest)

    const role = await call(page, "POST", "/iam/api/v1/roles", {
      body: {
        name: "Reader of contacts",
        permissions: [{ resource: "contact", actions: ["view"], scope: "company" }],
      },
    })
    await call(page, "PATCH", `/iam/api/v1/users/${id}`, { body: { roleIds: [idIn(role)] } })
    // Both tabs follow: a list that may no longer be seen is gone, a form can only be read.
    await expect(form.getByRole("note")).toContainText("Contacts: Edit", AT_ONCE)
    await expect(guest.getByRole("main")).toContainText(
      "You need the permission “Users: View”.",
      AT_ONCE,
    )
    await expect(guest.getByRole("table")).toBeHidden()
    await expect(guest.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible()
    await expect(guest).toHaveURL("/settings/users")
    const typed = form.locator('[data-field="jobTitle"] dd')
    await expect(typed).toHaveText("Buyer")
    await expect(form.getByLabel("Job title")).toBeHidden()
    await form.bringToFront()
    await typed.getByText("Buyer").selectText()
    await form.keyboard.press("Control+c")
    await expect.poll(() => copiedText(form)).toBe("Buyer")
    const remove = form.getByRole("button", { name: "Delete" })
    await expect(remove).toHaveAttribute("aria-disabled", "true")
    await expect(remove).toHaveAccessibleDescription(/Contacts: Delete/u)

    // The session goes on, under an id that nobody knew while it was worth less or more.
    await expect.poll(() => sessionIdOf(guest)).not.toBe(before)
    await guest.reload()
    await expect(guest).toHaveURL("/settings/users")
    await guest.context().close()
  },
)

async function sessionIdOf(page: Page): Promise<string | undefined> {
  return (await page.context().cookies()).find(({ name }) => name === "sid")?.value
}
