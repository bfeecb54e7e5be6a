/** Access tokens: created for a program, seen as they are used, and revoked. */
import type { Page } from "@playwright/test"

import { paths } from "#client/paths.ts"

import { copiedText } from "./clipboard.ts"
import { call, colleague, newRegistration, register } from "./company.ts"
import { fitsScreen, noFaults } from "./faultless.ts"
import { expect, needsPush, test } from "./fixtures.ts"
import { tabTo } from "./keys.ts"
import type { Server } from "./server.ts"

const TOKENS = "/iam/api/v1/access-tokens"
const ME = "/iam/api/v1/users/me"

for (const width of [1360, 390]) {
  test(`a token is created, used by a program and revoked, ${width} px wide`, async ({
    page,
    server,
  }) => {
    needsPush("access tokens open services of this machine only")
    await page.setViewportSize({ width, height: 844 })
    await register(page, newRegistration())
    await page.goto(paths.accessTokens())
    const tokens = page.getByRole("region", { name: "Your tokens" })
    await expect(tokens).toContainText("You have no access tokens.")

    const form = page.getByRole("region", { name: "New token" })
    const create = form.getByRole("button", { name: "Create token" })
    await create.click()
    const faults = form.getByRole("alert")
    await expect(faults).toBeFocused()
    await faults.getByRole("link", { name: "Allow access to at least one part." }).click()
    await expect(form.getByRole("group", { name: "Access" })).toBeFocused()
    await noFaults(page)
    await fitsScreen(page)
    await form.getByLabel("Name").fill("Nightly export")
    await form.getByLabel("Company, users and issues").selectOption("Read")
    await form.getByLabel("Expires in").selectOption("30 days")
    await create.click()

    const created = page.getByRole("region", { name: "Token created" })
    await expect(created.getByText("Copy the token for Nightly export now.")).toBeFocused()
    const secret = await created.getByText(/^wb_\w{36}$/u).innerText()
    await created.getByRole("button", { name: "Copy token" }).click()
    await expect(created.getByText("Copied")).toBeVisible()
    expect(await copiedText(page)).toBe(secret)
    await noFaults(page)
    await fitsScreen(page)
    await expect(tokens).toContainText(`Nightly export …${secret.slice(-4)}`)
    await expect(tokens).toContainText("Company, users and issues: read")
    await expect(tokens).toContainText("Not used yet")

    expect(await answer(server, secret, "GET")).toBe(200)
    expect(await answer(server, secret, "PUT")).toBe(403)
    await created.getByRole("button", { name: "Done" }).click()
    await expect(form.getByLabel("Name")).toHaveValue("")
    await page.reload()
    await expect(page.getByText(secret)).toHaveCount(0)
    await expect(tokens).toContainText(/Last used .*, from 127\.0\.0\.1/u)

    await revoke(page, "Nightly export", 80)
    await expect(tokens.getByText("You have no access tokens.")).toBeVisible()
    expect(await answer(server, secret, "GET")).toBe(401)
  })
}

test("an administrator sees the token of a colleague and revokes it", async ({
  browser,
  page,
  server,
}) => {
  needsPush("access tokens open services of this machine only")
  const ada = newRegistration()
  await register(page, ada)
  const { guest, id } = await colleague(page, ada, { browser, server })
  const body = { name: "Web shop", scopes: ["iam:read"], expiresInDays: 7 }
  const created = await call(guest, "POST", TOKENS, { body })
  const secret = /wb_\w{36}/u.exec(created)?.[0] ?? ""
  expect(await answer(server, secret, "GET")).toBe(200)

  await page.goto(paths.user(id))
  const tokens = page.getByRole("region", { name: "Access tokens" })
  await expect(tokens).toContainText(`Web shop …${secret.slice(-4)}`)
  await expect(tokens).toContainText(/Last used .*, from 127\.0\.0\.1/u)
  await noFaults(page)
  await revoke(page, "Web shop", 120)
  await expect(tokens.getByText("This user has no access tokens.")).toBeVisible()
  expect(await answer(server, secret, "GET")).toBe(401)
})

/** By keyboard alone, from the top of the page. */
async function revoke(page: Page, name: string, steps: number) {
  const button = page.getByRole("button", { name: `Revoke ${name}` })
  await tabTo(page, button, steps)
  await page.keyboard.press("Enter")
  const dialog = page.getByRole("dialog", { name: `Revoke ${name}` })
  await expect(dialog.getByRole("button", { name: "Revoke" })).toBeFocused()
  await noFaults(page)
  await page.keyboard.press("Escape")
  await expect(button).toBeFocused()
  await page.keyboard.press("Enter")
  await page.keyboard.press("Enter")
  await expect(dialog).toBeHidden()
}

/** The status of what a program gets that brings the token and nothing else. */
async function answer(server: Server, secret: string, method: string): Promise<number> {
  const { status } = await fetch(`${server.origin}${ME}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    ...(method === "GET" ? {} : { body: "{}" }),
  })
  return status
}
