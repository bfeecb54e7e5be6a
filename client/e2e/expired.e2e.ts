/** Every screen once the subscription is over: it is read as before, says so, and changes nothing but the own profile. */
import type { Page } from "@playwright/test"

import { paths } from "#client/paths.ts"

import { enterDemo } from "./company.ts"
import { openDrawn } from "./drawn.ts"
import { expect, test } from "./fixtures.ts"
import { endSubscription } from "./operator.ts"
import { unexplained, writable } from "./refused.ts"
import { type Place, isOperators, placesOf } from "./screens.ts"

const EXPIRED = "Your Subscription has been expired. Please Contact Support Team"

test.use({ demo: true })

test("with the subscription over every screen says so and is read, and whatever would write is blocked with the reason", async ({
  page,
  browser,
  server,
  complaints,
}) => {
  test.slow()
  complaints.expect(/status of 404|Blocked script execution in 'about:blank'/u)
  await enterDemo(page, server)
  const places = await placesOf(page)
  // Until then the same controls can be used.
  for (const [path, control] of [
    [paths.contacts({ page: 1 }), "New contact"],
    [paths.files(), "New folder"],
    [places.find(({ id }) => id === "contact")?.path ?? "", "Delete"],
    [paths.newContact(), "field-firstName"],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    expect(await writable(page)).toContain(control)
  }
  await endSubscription(page, { browser, server })
  const main = page.getByRole("main")

  for (const place of places) {
    const { status } = await openDrawn(page, place.path)
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    await expect
      .soft(page.getByRole("complementary", { name: "Notices" }), place.id)
      .toContainText(EXPIRED)
    expect.soft(status, place.id).toBe(place.id === "not found" ? 404 : 200)
    await expect.soft(main.locator("[aria-busy=true]"), place.id).toHaveCount(0)
    expect.soft(await unexplained(page), place.id).toEqual([])
    if (place.id === "profile") {
      await expect(page.getByRole("button", { name: "Save", exact: true })).toBeVisible()
      await expect(main.getByLabel("Job title")).toBeEditable()
    } else if (isOperators(place)) {
      // An ended subscription does not stop super administrators.
      if (place.kind === "record") expect(await writable(page)).toContain("Save")
    } else {
      expect.soft(await writable(page), place.id).toEqual([])
      await isExplained(page, place)
    }
  }
})

/** What cannot be done says that it is for the end of the subscription. */
async function isExplained(page: Page, { id, kind, writes }: Place) {
  const main = page.getByRole("main")
  if (writes !== null) {
    await expect.soft(main.getByRole("note").first(), id).toHaveText(EXPIRED)
  }
  if (kind !== "list") return
  const choices = main.locator("tbody").getByRole("checkbox")
  if ((await choices.count()) === 0) return
  await choices.first().check()
  const actions = page.getByRole("region", { name: "Selected rows" }).locator(".rc-bulk-actions")
  await expect(actions).toBeVisible()
  for (const action of await actions.getByRole("button").all()) {
    await expect.soft(action, id).toHaveAttribute("aria-disabled", "true")
    await expect.soft(action, id).toHaveAccessibleDescription(EXPIRED)
  }
}
