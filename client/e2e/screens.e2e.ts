/** What holds on every screen: accessible, hydrated without a mismatch, reachable by keyboard, no sideways scroll. */
import { AxeBuilder } from "@axe-core/playwright"
import type { Locator, Page } from "@playwright/test"

import { newRegistration, register } from "./company.ts"
import { expect, test } from "./fixtures.ts"

const GUEST_SCREENS = ["/login", "/register"]
const SCREENS = [
  "/dashboard",
  "/settings/profile",
  "/settings/users",
  "/settings/roles",
  "/settings/countries?page=1",
  "/settings/currencies?page=1",
  "/notFound",
]

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing on any screen in the ${colorScheme} theme`, async ({
    page,
    complaints,
  }) => {
    // Nine screens in one test, as registering a company costs more than looking at a screen.
    test.slow()
    complaints.expect(/status of 404/u)
    await page.emulateMedia({ colorScheme })
    const violations: string[] = []
    const scan = async (path: string) => {
      await page.goto(path)
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
      const { violations: found } = await new AxeBuilder({ page }).analyze()
      violations.push(...found.map(({ id, nodes }) => `${path}: ${id} ${nodes[0]?.html ?? ""}`))
    }
    for (const path of GUEST_SCREENS) {
      await scan(path)
    }
    await register(page, newRegistration())
    for (const path of SCREENS) {
      await scan(path)
    }
    expect(violations).toEqual([])
  })
}

test("no screen scrolls sideways on a phone", async ({ page, complaints }) => {
  complaints.expect(/status of 404/u)
  await register(page, newRegistration())
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of SCREENS) {
    await page.goto(path)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, path).toBeLessThanOrEqual(0)
  }
})

test("the keyboard alone registers a company and reaches every control of the dashboard", async ({
  page,
}) => {
  const { firstName, lastName, email, password, companyName } = newRegistration()
  await page.goto("/register")
  const fields: [string, string][] = [
    ["First name", firstName],
    ["Last name", lastName],
    ["E-mail", email],
    ["Password", password],
    ["Company name", companyName],
    ["Operating country", "Netherlands"],
  ]
  for (const [label, text] of fields) {
    await tabTo(page, page.getByLabel(label, { exact: label === "Password" }))
    await page.keyboard.type(text)
  }
  await tabTo(page, page.getByRole("button", { name: "Create account" }))
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL("/dashboard")

  const unreached = new Set(
    await page
      .getByRole("main")
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? "")),
  )
  for (let steps = 0; steps < 80 && unreached.size > 0; steps += 1) {
    await page.keyboard.press("Tab")
    unreached.delete(
      await page.evaluate(() => document.activeElement?.getAttribute("href") ?? "none"),
    )
  }
  expect([...unreached]).toEqual([])
})

test("the server's HTML is what hydration leaves on every screen", async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/status of 404/u)
  // Pages of ours refuse to parse text; a blank one has no policy.
  const blank = await context.newPage()
  await register(page, newRegistration())
  for (const path of SCREENS) {
    const html = await (await page.request.get(path)).text()
    expect(html, path).toMatch(/<div id="root">\s*</u)
    await page.goto(path)
    const sent = await blank.evaluate((text) => {
      const parsed = new DOMParser().parseFromString(text, "text/html")
      return parsed.querySelector("#root main")?.textContent
    }, html)
    await expect(page.locator("#root main")).toHaveText(sent ?? "no main element")
  }
})

/** Presses Tab until `target` has the focus. */
async function tabTo(page: Page, target: Locator) {
  for (let steps = 0; steps < 20; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      break
    }
    await page.keyboard.press("Tab")
  }
  await expect(target).toBeFocused()
}
