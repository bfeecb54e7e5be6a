/** People with few rights: nothing that they are offered fails, and what they may not change is a text. */
import type { Browser, Page } from "@playwright/test"

import {
  type Registration,
  call,
  colleague,
  idIn,
  newRegistration,
  register,
  signIn,
} from "./company.ts"
import { openDrawn } from "./drawn.ts"
import { type Complaints, expect, test } from "./fixtures.ts"
import { UNMOVED, isHydrated, sidewaysAndChanged } from "./hydration.ts"
import type { Server } from "./server.ts"

/** Specification 8. */
const UNVERIFIED = "Please verify your email to activate your account."

type Around = { browser: Browser; server: Server; complaints: Complaints; width: number }

/** A colleague who holds one of the roles that every company has. */
async function holderOf(
  role: "Viewer" | "Operator",
  page: Page,
  registration: Registration,
  { browser, server, complaints, width }: Around,
): Promise<Page> {
  const { guest, id } = await colleague(page, registration, { browser, server })
  const roles = await call(page, "GET", `/iam/api/v1/roles?search=${role}`)
  await call(page, "PATCH", `/iam/api/v1/users/${id}`, { body: { roleIds: [idIn(roles)] } })
  await guest.setViewportSize({ width, height: 844 })
  // From here on; joining has its own journey.
  complaints.watch(guest, server.origin)
  return guest
}

/** The addresses that a part of the page leads to. */
async function linksIn(page: Page, name: string): Promise<string[]> {
  const links = page.getByRole("navigation", { name, includeHidden: true })
  return await links
    .locator("a")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""))
}

for (const width of [1360, 390]) {
  for (const role of ["Viewer", "Operator"] as const) {
    test(`what the ${role} is offered works at ${String(width)} px`, async ({
      page,
      browser,
      server,
      complaints,
    }) => {
      test.slow()
      const registration = newRegistration()
      await register(page, registration)
      const guest = await holderOf(role, page, registration, { browser, server, complaints, width })

      // The server draws what the browser makes of it, and no part is red.
      const blank = await guest.context().newPage()
      expect(await sidewaysAndChanged(guest, blank, "/dashboard")).toEqual(UNMOVED)
      await blank.close()
      const main = guest.getByRole("main")
      await expect(main.locator(".ui-fault")).toHaveCount(0)
      await expect(main.getByText("Recent activity")).toBeHidden()
      await expect(main.getByText("Set-up")).toBeHidden()
      const mail = guest.getByRole("button", { name: "New message" })
      await expect(mail).toHaveCount(role === "Viewer" ? 0 : 1)
      await guest.keyboard.press("m")
      const dialog = guest.getByRole("dialog", { name: "Mail" })
      if (role === "Viewer") await expect(dialog).toBeHidden()
      else await expect(dialog).toBeVisible()

      const offered = [
        ...(await linksIn(guest, "Main")),
        ...(await main
          .locator("a")
          .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""))),
      ]
      await openDrawn(guest, "/settings/profile")
      const settings = await linksIn(guest, "Settings")
      expect(settings).not.toContain("/settings/roles?page=1")
      for (const path of new Set([...offered, ...settings])) {
        const { status } = await openDrawn(guest, path)
        expect.soft(status, path).toBe(200)
        await guest.waitForFunction(isHydrated)
        await expect.soft(main.locator(".ui-fault"), path).toHaveCount(0)
      }
      await guest.context().close()
    })
  }

  test(`a record is text for who may not change it at ${String(width)} px`, async ({
    page,
    browser,
    server,
    complaints,
  }) => {
    const registration = newRegistration()
    await register(page, registration)
    const office = idIn(
      await call(page, "POST", "/iam/api/v1/companies/offices", {
        body: { name: "Rotterdam", phone: "010 413 1234", timezone: "Europe/Amsterdam" },
      }),
    )
    const around = { browser, server, complaints, width }
    const guest = await holderOf("Viewer", page, registration, around)
    const blank = await guest.context().newPage()
    const path = `/settings/company/offices/${office}`
    expect(await sidewaysAndChanged(guest, blank, path)).toEqual(UNMOVED)
    await blank.close()
    await expect(guest.getByRole("note")).toHaveText(
      "None of your roles includes the permission “Company profile: Manage”. An administrator can grant it.",
    )
    const form = guest.locator("form.rc-form")
    await expect(form.locator("input, select, textarea")).toHaveCount(0)
    await expect(guest.locator('[data-field="phone"] dd')).toHaveText("+31104131234")
    await expect(guest.locator('[data-field="isHead"] dd').first()).toHaveText("No")
    await expect(guest.locator(".rc-foot")).toHaveCount(0)
    // What cannot be made has no form at all.
    await openDrawn(guest, "/settings/company/offices/create")
    await expect(guest.getByRole("note")).toContainText("“Company profile: Manage”")
    await expect(form.getByText("Phone")).toHaveCount(0)
    await guest.context().close()
  })
}

test("who joins by the mailed link has proved the address", async ({ page, browser, server }) => {
  const registration = newRegistration()
  await register(page, registration)
  const { guest, id } = await colleague(page, registration, { browser, server })
  await expect(guest.getByRole("heading", { level: 1 })).toBeVisible()
  await expect(guest.getByText(UNVERIFIED)).toBeHidden()
  const own: { data: { emailVerified: boolean }[] } = JSON.parse(
    await call(guest, "GET", "/iam/api/v1/users-token"),
  )
  expect(own.data[0]?.emailVerified).toBe(true)
  expect(await call(page, "GET", `/iam/api/v1/users/${id}`)).toContain('"status":"active"')
  await guest.context().close()

  // It stays so at the next sign-in.
  const again = await (await browser.newContext({ baseURL: server.origin })).newPage()
  await again.goto("/login")
  const email = registration.email.replace("ada-", "ina-")
  await signIn(again, { email, password: "tidal-lantern-17" })
  await expect(again).toHaveURL("/dashboard")
  await expect(again.getByRole("heading", { level: 1 })).toBeVisible()
  await expect(again.getByText(UNVERIFIED)).toBeHidden()
  await again.context().close()
})
