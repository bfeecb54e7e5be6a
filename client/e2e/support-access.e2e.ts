/** Support access: granted by a company for a time, used by the operator to read, seen and revoked by the company. */
import type { Page } from "@playwright/test"

import { paths } from "#client/paths.ts"

import { call, listening, newRegistration, register } from "./company.ts"
import { withoutScript } from "./drawn.ts"
import { noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { operatorFor } from "./operator.ts"
import { unexplained, writable } from "./refused.ts"

const CONTACTS = "/contact/api/v1/contacts"

function bar(page: Page) {
  return page.getByRole("complementary", { name: "Read-only view" })
}

function card(page: Page) {
  return page.getByRole("region", { name: "Support access" })
}

async function contract(desk: Page, companyName: string) {
  await desk.goto(paths.companies({ page: 1, search: companyName }))
  await desk.getByRole("main").getByRole("link", { name: companyName }).click()
  await expect(desk.getByRole("heading", { level: 1 })).toHaveText(companyName)
}

test("support reads a company that grants access, is seen there, and is shut out by revoking it", async ({
  page,
  browser,
  server,
  complaints,
}) => {
  test.slow()
  complaints.expect(/status of 403/u)
  const registration = newRegistration()
  const { companyName } = registration
  await register(page, registration)
  const person = { firstName: "Grace", lastName: "Hopper" }
  await call(page, "POST", CONTACTS, { body: person })
  const { page: desk } = await operatorFor(page, { browser, server })
  complaints.watch(desk, server.origin)

  // Nothing before the grant.
  await contract(desk, companyName)
  await expect(card(desk)).toContainText("No access")
  await expect(card(desk).getByRole("button", { name: "Open company" })).toBeHidden()

  for (const width of [1360, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await desk.setViewportSize({ width, height: 844 })
    await page.goto(paths.company())
    await card(page).getByLabel("Duration").selectOption("1 hour")
    await card(page).getByLabel("Note").fill("The import of last Tuesday")
    await card(page).getByRole("button", { name: "Grant access" }).click()
    await expect(card(page)).toContainText("The import of last Tuesday")
    await expect(card(page)).toContainText("Access granted")
    await noFaults(page)

    await contract(desk, companyName)
    await expect(card(desk)).toContainText("Access granted")
    await card(desk).getByRole("button", { name: "Open company" }).click()
    await expect(desk).toHaveURL(paths.dashboard())
    await expect(bar(desk)).toContainText(`You are visiting ${companyName} as support until`)
    await noFaults(desk)
    const wide = await desk.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(wide).toBe(false)
    await desk.goto(paths.contacts({ page: 1 }))
    await expect(desk.getByRole("main")).toContainText("Grace Hopper")
    await desk.getByRole("main").getByRole("link", { name: "Grace Hopper" }).first().click()
    await expect(desk.getByRole("heading", { level: 1 })).toHaveText("Grace Hopper")
    await expect(bar(desk)).toBeVisible()
    expect(await writable(desk)).toEqual([])
    expect(await unexplained(desk)).toEqual([])

    // It is seen while it goes on, and ends with the page saying so.
    await page.reload()
    await expect(card(page).getByRole("listitem").first()).toContainText("since")
    await listening(desk, paths.contacts({ page: 1 }))
    await card(page).getByRole("button", { name: "Revoke access" }).click()
    await expect(card(page)).toContainText("No access")
    await expect(bar(desk)).toContainText("Support access has ended.")
    await expect(desk.getByRole("main")).not.toContainText("Grace Hopper")
    await bar(desk).getByRole("button", { name: "Leave company" }).click()
    await expect(desk.getByRole("heading", { level: 1 })).toHaveText(companyName)
    await expect(bar(desk)).toBeHidden()
    await expect(card(desk)).toContainText("No access")
  }

  await page.goto(paths.audit({ search: "visit" }))
  const trail = page.getByRole("main")
  await expect(trail).toContainText("Started a visit")
  await expect(trail).toContainText("Ended a visit")
  await expect(trail).toContainText("Support")

  // Without JavaScript it is opened and left by forms.
  const granted = { length: "4h" }
  await call(page, "POST", "/iam/api/v1/support-access", { body: granted })
  const plain = await withoutScript(desk, browser, server)
  await plain.goto(desk.url())
  await card(plain).getByRole("button", { name: "Open company" }).click()
  await expect(bar(plain)).toContainText(`You are visiting ${companyName} as support until`)
  await bar(plain).getByRole("button", { name: "Leave company" }).click()
  await expect(plain).toHaveURL(desk.url())
  await expect(bar(plain)).toBeHidden()
  await plain.context().close()
  await desk.context().close()
})
