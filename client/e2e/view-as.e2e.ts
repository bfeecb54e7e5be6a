/** Viewing as a role: every page says so, shows what a holder sees and changes nothing, until it is stopped. */
import type { Page } from "@playwright/test"

import { paths } from "#client/paths.ts"

import { call, enterDemo, idIn } from "./company.ts"
import { openDrawn, withoutScript } from "./drawn.ts"
import { noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { unexplained, writable } from "./refused.ts"
import { isOperators, placesOf } from "./screens.ts"

test.use({ demo: true })

const ROLES = "/iam/api/v1/roles"
const READ_ONLY = "You are viewing as another role. Nothing can be changed."

function bar(page: Page) {
  return page.getByRole("complementary", { name: "Read-only view" })
}

async function roleId(page: Page, name: string) {
  return idIn(await call(page, "GET", `${ROLES}?filter=name:eq:${name}`))
}

async function view(page: Page, role: string) {
  await page.goto(paths.role(role))
  await page.getByRole("button", { name: "View as this role" }).click()
  await expect(page).toHaveURL(paths.dashboard())
}

for (const width of [1360, 390]) {
  test(`at ${String(width)} px a role is viewed as, survives a reload and is left where it began`, async ({
    page,
    server,
    complaints,
  }) => {
    complaints.expect(/status of 403/u)
    await page.setViewportSize({ width, height: 844 })
    await enterDemo(page, server)
    const viewer = await roleId(page, "Viewer")
    await view(page, viewer)
    await expect(bar(page)).toContainText("You are viewing as Viewer. Nothing can be changed.")
    await page.reload()
    await expect(bar(page)).toContainText("You are viewing as Viewer.")
    await noFaults(page)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(wide).toBe(false)

    // What the role does not see is refused as it would be to its holder.
    await page.goto(paths.audit())
    await expect(page.getByRole("main")).toContainText(
      "You need the permission “Audit history: View”.",
    )
    await expect(bar(page)).toBeVisible()
    await bar(page).getByRole("button", { name: "Stop viewing" }).click()
    await expect(page).toHaveURL(paths.role(viewer))
    await expect(bar(page)).toBeHidden()
    await page.goto(paths.audit())
    await expect(page.getByRole("main")).toContainText("Stopped viewing as the role")
    await expect(page.getByRole("main")).toContainText("Started viewing as the role")
  })
}

test("viewing as an administrator every screen is read, and whatever would write says why it cannot", async ({
  page,
  server,
  complaints,
}) => {
  test.slow()
  complaints.expect(/status of 404|Blocked script execution in 'about:blank'/u)
  await enterDemo(page, server)
  const places = (await placesOf(page)).filter((place) => !isOperators(place))
  await view(page, await roleId(page, "Administrator"))
  for (const place of places) {
    const { status } = await openDrawn(page, place.path)
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    await expect.soft(bar(page), place.id).toBeVisible()
    expect.soft(status, place.id).toBe(place.id === "not found" ? 404 : 200)
    await expect.soft(page.getByRole("main").locator("[aria-busy=true]"), place.id).toHaveCount(0)
    expect.soft(await unexplained(page), place.id).toEqual([])
    expect.soft(await writable(page), place.id).toEqual([])
    if (place.kind === "create" || place.writes !== null) {
      const note = page.getByRole("main").getByRole("note").first()
      await expect.soft(note, place.id).toContainText(READ_ONLY)
    }
  }
})

test("a tab that was open before says that it shows another view, and is right once it is reloaded", async ({
  page,
  server,
  complaints,
}) => {
  complaints.expect(/status of 403/u)
  await enterDemo(page, server)
  const other = await page.context().newPage()
  await other.goto(paths.contacts({ page: 1 }))
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Contacts")
  await view(page, await roleId(page, "Viewer"))
  await other.getByRole("link", { name: "Issues", exact: true }).first().click()
  await expect(bar(other)).toContainText("Your view has changed in another tab.")
  await expect(other.getByRole("main")).not.toContainText("permission")
  await bar(other).getByRole("button", { name: "Reload page" }).click()
  await expect(bar(other)).toContainText("You are viewing as Viewer.")
})

test("without JavaScript a role is viewed as and left by forms", async ({
  page,
  browser,
  server,
}) => {
  await enterDemo(page, server)
  const viewer = await roleId(page, "Viewer")
  const plain = await withoutScript(page, browser, server)
  await view(plain, viewer)
  await expect(bar(plain)).toContainText("You are viewing as Viewer.")
  await bar(plain).getByRole("button", { name: "Stop viewing" }).click()
  await expect(plain).toHaveURL(paths.role(viewer))
  await expect(bar(plain)).toBeHidden()
  await plain.context().close()
})
