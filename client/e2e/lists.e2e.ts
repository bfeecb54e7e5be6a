/** What every list and every record can do besides the journeys of contacts.e2e.ts (ux.md 2); contacts stand for all kinds. */

import { copiedText } from "./clipboard.ts"
import { call, idIn, newRegistration, register } from "./company.ts"
import { expect, test } from "./fixtures.ts"
import { pauseAfterTyping } from "./keys.ts"
import { message } from "./messages.ts"
import { openForm } from "./reading.ts"
import { save } from "./save.ts"

const SERVICE = "/contact/api/v1/contacts"

test("a record has steps only where it was opened from a list", async ({ page, context }) => {
  await register(page, newRegistration())
  const offices = "/iam/api/v1/companies/offices"
  for (const name of ["Antwerp", "Bremen"]) {
    await call(page, "POST", offices, { body: { name, timezone: "Europe/Brussels" } })
  }
  await page.goto("/settings/company/offices?page=1")
  await page.getByRole("link", { name: "Antwerp" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Antwerp")
  await page.getByRole("button", { name: "Next record" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bremen")
  await page.reload()
  await expect(page.getByRole("button", { name: "Previous record" })).toBeVisible()

  // Another tab has seen no list.
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole("button", { name: "Save", exact: true })).toBeVisible()
  await expect(other.getByRole("button", { name: "Previous record" })).toHaveCount(0)
})

test("a list stands as its user wants it, and is come back to as it was left", async ({ page }) => {
  test.slow()
  await register(page, newRegistration())
  const ids = new Map<string, string>()
  for (const [kind, displayName, address] of [
    ["organisation", "Atlas Steel", "desk@atlas.example"],
    ["person", "Bram Novak", "bram@novak.example"],
    ["organisation", "Cobalt Lines", "desk@cobalt.example"],
    ["person", "Dora Smit", "dora@smit.example"],
  ] as const) {
    const emails = [{ address, type: "work", primary: true, purpose: null }]
    const body = { kind, displayName, emails }
    ids.set(displayName, idIn(await call(page, "POST", SERVICE, { body })))
  }
  await page.goto("/contacts?page=1")
  const names = page.locator("tbody th")
  const heads = page.locator("thead th[data-column]")

  await test.step("two orders at once, the second by a press with Shift", async () => {
    await page.getByRole("link", { name: "Kind" }).click()
    await expect(page).toHaveURL(/sort=kind/u)
    await page.getByRole("link", { name: "Name" }).click({ modifiers: ["Shift"] })
    await expect(page).toHaveURL(/sort=kind%2CdisplayName/u)
    await page.getByRole("link", { name: "Name" }).click({ modifiers: ["Shift"] })
    await expect(page).toHaveURL(/sort=kind%2C-displayName/u)
    await expect(names).toHaveText(["Cobalt Lines", "Atlas Steel", "Dora Smit", "Bram Novak"])
    await expect(page.getByRole("columnheader", { name: "Name 2" })).toBeVisible()
  })

  await test.step("columns: one more, one that stays, one that is widened; remembered at the server", async () => {
    await page.getByText("Columns", { exact: true }).click()
    await page.getByRole("checkbox", { name: "Changed" }).check()
    await page.getByRole("button", { name: "Freeze E-mail address" }).click()
    await page.getByLabel("Width of Kind in pixels").fill("150")
    await page.getByRole("button", { name: "Apply" }).filter({ visible: true }).click()
    await expect(heads.nth(1)).toContainText("E-mail address")
    const kept = page.waitForResponse(
      (answer) =>
        /saved-views\/[^/?]+$/u.test(answer.url()) && answer.request().method() === "PATCH",
    )
    const edge = heads.nth(2).locator(".rc-edge")
    const before = await heads.nth(2).boundingBox()
    await edge.hover()
    await page.mouse.down()
    await page.mouse.move((before?.x ?? 0) + (before?.width ?? 0) + 80, (before?.y ?? 0) + 5, {
      steps: 4,
    })
    await page.mouse.up()
    await kept
    await page.goto("/contacts?page=1")
    await expect(heads.nth(1)).toContainText("E-mail address")
    const after = await heads.nth(2).boundingBox()
    expect((after?.width ?? 0) - (before?.width ?? 0)).toBeGreaterThan(40)
    await expect(page.getByRole("columnheader", { name: "Changed" })).toBeVisible()
  })

  await test.step("how long ago, and when exactly on focus", async () => {
    const time = page.locator("tbody tr").first().locator(".ui-ago")
    await expect(time).toContainText("just now")
    const exact = time.locator(".ui-ago-exact")
    await expect(exact).toHaveCSS("opacity", "0")
    await time.focus()
    await page.keyboard.press("Shift+Tab")
    await page.keyboard.press("Tab")
    await expect(exact).toHaveCSS("opacity", "1")
    await expect(exact).toContainText(/\d{2} \w{3} \d{4}, \d{2}:\d{2} UTC/u)
  })

  await test.step("codes and addresses are copied, by a press and by a key", async () => {
    await page.getByText("desk@atlas.example").click()
    await expect(message(page, "desk@atlas.example copied.")).toBeVisible()
    await page.getByRole("link", { name: "Bram Novak" }).focus()
    await page.keyboard.press("y")
    await expect(message(page, "bram@novak.example copied.")).toBeVisible()
    expect(await copiedText(page)).toBe("bram@novak.example")
  })

  await test.step("keys: all of the page, a range, filters and views", async () => {
    await page.keyboard.press("Control+a")
    await expect(page.getByText("4 selected", { exact: true })).toBeVisible()
    await page.keyboard.press("Control+a")
    await pauseAfterTyping(page)
    await page.getByRole("link", { name: "Atlas Steel" }).focus()
    await page.keyboard.press("x")
    await page.keyboard.press("j")
    await page.keyboard.press("j")
    await page.keyboard.press("Shift+X")
    await expect(page.getByText("3 selected", { exact: true })).toBeVisible()
    await page.keyboard.press("v")
    await expect(page.getByLabel("Save view")).toBeFocused()
    await page.keyboard.press("Escape")
    await pauseAfterTyping(page)
    await page.keyboard.press("f")
    await expect(page.getByLabel("Comparison for Name")).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(page.getByLabel("Comparison for Name")).toBeHidden()
  })

  await test.step("back: the choice, and the focus on its row", async () => {
    await page.getByRole("link", { name: "Cobalt Lines" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cobalt Lines")
    await page.goBack()
    await expect(page.getByText("3 selected", { exact: true })).toBeVisible()
    await expect(page.getByRole("link", { name: "Cobalt Lines" })).toBeFocused()
  })

  await test.step("the next record in the order of the list, and closed where it was", async () => {
    await pauseAfterTyping(page)
    await page.keyboard.press("e")
    await expect(page.getByRole("combobox", { name: /^Kind/u })).toBeFocused()
    await page.getByRole("heading", { level: 1 }).click()
    await page.keyboard.press("]")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dora Smit")
    await page.keyboard.press("[")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cobalt Lines")
    await page.keyboard.press("h")
    await expect(page.locator("#history")).toContainText("Created")
    await page.keyboard.press("e")
    await page.getByLabel("Favourite").check()
    await page.keyboard.press("Control+z")
    await expect(page.getByLabel("Favourite")).not.toBeChecked()
    await page.getByLabel("Website").fill("https://cobalt.example")
    await page.keyboard.press("Control+Enter")
    await expect(page).toHaveURL(/\/contacts\?page=1/u)
    await expect(page.getByRole("link", { name: "Cobalt Lines" })).toBeFocused()
  })

  await test.step("conditions: one of several values, and a field twice", async () => {
    await pauseAfterTyping(page)
    await page.keyboard.press("f")
    await page.getByRole("button", { name: "More conditions" }).click()
    const line = (number: number) => page.getByRole("group", { name: `Condition ${number}` })
    await line(1).getByLabel("Field").selectOption("Name")
    await line(1).getByLabel("Value").fill("o")
    await page.getByRole("button", { name: "Add condition" }).click()
    await line(2).getByLabel("Field").selectOption("Name")
    await line(2).getByLabel("Comparison").selectOption("is not")
    await line(2).getByLabel("Value").fill("Bram Novak")
    await page.getByRole("button", { name: "Add condition" }).click()
    await line(3).getByLabel("Comparison").selectOption("is one of")
    await line(3).getByLabel("Person").check()
    await line(3).getByLabel("Organisation").check()
    await page.getByRole("button", { name: "Apply" }).filter({ visible: true }).click()
    await expect(names).toHaveText(["Cobalt Lines", "Dora Smit"])
    await expect(page.getByText("Kind is one of Person, Organisation")).toBeVisible()
  })

  await test.step("a view that is shown first, and the screen among the favourites", async () => {
    await pauseAfterTyping(page)
    await page.keyboard.press("v")
    await page.getByLabel("Save view").fill("With an o")
    await page.getByLabel("Set as default").check()
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await expect(message(page, "View saved.")).toBeVisible()
    await page.keyboard.press("Escape")
    await page.getByRole("link", { name: "Dashboard", exact: true }).click()
    await expect(page).toHaveURL("/dashboard")
    await page.getByRole("link", { name: "Contacts", exact: true }).first().click()
    await expect(names).toHaveText(["Cobalt Lines", "Dora Smit"])
    await page.keyboard.press("Control+k")
    await page.getByRole("option", { name: "Add to favourites" }).click()
    await expect(message(page, "Added to favourites.")).toBeVisible()
    await page.keyboard.press("Control+k")
    await expect(page.getByRole("group", { name: "Favourites" })).toContainText("Contacts")
    await page.keyboard.press("Escape")
  })

  await test.step("somebody changes the record meanwhile: a bar says so, and takes it over", async () => {
    await page.getByRole("link", { name: "Dora Smit" }).click()
    await openForm(page)
    await page.getByLabel("Department").fill("Customs")
    const body = { jobTitle: "Broker" }
    await call(page, "PATCH", `${SERVICE}/${ids.get("Dora Smit") ?? ""}`, { body })
    await page.waitForTimeout(2100)
    await page.evaluate(() => window.dispatchEvent(new Event("focus")))
    await expect(page.getByText(/after you opened it: Job title\./u)).toBeVisible()
    await page.getByRole("button", { name: "Use these values" }).click()
    await expect(page.getByLabel("Job title")).toHaveValue("Broker")
    await expect(page.getByLabel("Department")).toHaveValue("Customs")
    await save(page)
    await expect(message(page, "Saved.")).toBeVisible()
  })
})
