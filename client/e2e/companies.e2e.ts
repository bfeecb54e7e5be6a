/** Super administrators edit the contracts of all companies; nobody else sees the link or the page. */
import { paths } from "#client/paths.ts"

import { call, newRegistration, register } from "./company.ts"
import { openDrawn } from "./drawn.ts"
import { expect, test } from "./fixtures.ts"
import { message } from "./messages.ts"
import { operatorFor } from "./operator.ts"

const EXPIRED = "Your Subscription has been expired. Please Contact Support Team"
const OPERATOR_ONLY = "Only the people who run this installation can do this."

test("a super administrator changes the plan, products and last day of a company, which take effect for its users", async ({
  page,
  browser,
  server,
  complaints,
}) => {
  test.slow()
  complaints.expect(/status of (?:403|422)/u)
  const registration = newRegistration()
  const { companyName } = registration
  await register(page, registration)
  const operator = await operatorFor(page, { browser, server })
  const desk = operator.page
  complaints.watch(desk, server.origin)
  const main = desk.getByRole("main")
  const heading = desk.getByRole("heading", { level: 1 })

  await desk.getByRole("button", { name: /your account/u }).click()
  await desk.getByRole("link", { name: "Companies" }).click()
  await expect(heading).toHaveText("Companies")
  await expect(main.locator("tbody tr")).toHaveCount(2)
  await main.getByRole("searchbox").fill(companyName)
  await desk.keyboard.press("Enter")
  const row = main.locator("tbody tr")
  await expect(row).toHaveCount(1)
  await expect(row).toContainText("Trial")
  await expect(row).toContainText("Active")
  await row.getByRole("link", { name: companyName }).click()
  await expect(heading).toHaveText(companyName)

  await main.getByRole("combobox", { name: "Contract" }).selectOption("Standard")
  await main.getByLabel("Plan").fill("Harbour 50")
  await main.getByLabel("Last day").fill("2020-01-01")
  await main.getByRole("checkbox", { name: "Mail" }).uncheck()
  await main.getByRole("button", { name: "Save", exact: true }).click()
  await expect(message(desk, "Saved.")).toBeVisible()
  await expect(main.getByRole("region", { name: "Status" })).toContainText("Expired")
  await main.getByText("History").click()
  await expect(main.locator("#history")).toContainText("Harbour 50")
  await page.goto(paths.dashboard())
  await expect(page.getByRole("complementary", { name: "Notices" })).toContainText(EXPIRED)

  // An invalid day is refused, and stays as it was typed.
  await main.getByLabel("Last day").fill("1999-12-31")
  await main.getByRole("button", { name: "Save", exact: true }).click()
  await expect(main.getByRole("alert", { name: "Couldn't save your changes." })).toBeVisible()
  await expect(main.getByLabel("Last day")).toHaveValue("31 Dec 1999")
  await main.getByLabel("Last day").fill("")
  // The message of the first save may still be there.
  const saved = desk.waitForResponse((answer) => answer.request().method() === "PATCH")
  await main.getByRole("button", { name: "Save", exact: true }).click()
  expect((await saved).status()).toBe(200)
  await expect(main.getByRole("region", { name: "Status" })).toContainText("Active")

  await page.goto(paths.dashboard())
  await expect(page.getByRole("complementary", { name: "Notices" })).not.toContainText(EXPIRED)
  await page.goto(paths.templates({ page: 1 }))
  await expect(page.getByRole("main")).toContainText(
    "You need the permission “E-mail templates: View”.",
  )
  await page.goto(paths.company())
  const standing = page.getByRole("region", { name: "Subscription" })
  await expect(standing).toContainText("Harbour 50")
  await expect(standing).toContainText("No end")
  await operator.leave()
})

test("an administrator of a company sees neither the link to the companies nor the page", async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 403/u)
  await register(page, newRegistration())
  const { data }: { data: readonly { _id: string }[] } = JSON.parse(
    await call(page, "GET", "/iam/api/v1/companies"),
  )
  await page.goto(paths.profile())
  await expect(page.getByRole("link", { name: "Company profile" })).toBeVisible()
  await page.getByRole("button", { name: /your account/u }).click()
  await expect(page.getByRole("link", { name: "Profile" }).first()).toBeVisible()
  await page.keyboard.press("Escape")
  await page.keyboard.press("Control+k")
  await page.getByRole("combobox", { name: "Search or run a command" }).fill("Compan")
  await expect(page.getByRole("option", { name: "Company" }).first()).toBeVisible()
  await expect(page.getByRole("option", { name: "Companies" })).toHaveCount(0)
  await expect(page.locator('a[href^="/settings/companies"]')).toHaveCount(0)

  const main = page.getByRole("main")
  for (const path of [paths.companies({ page: 1 }), paths.contract(data[0]?._id)]) {
    const { status } = await openDrawn(page, path)
    expect(status).toBe(403)
    await expect(main).toContainText(OPERATOR_ONLY)
    await expect(main.locator("table, form.rc-form")).toHaveCount(0)
  }
})
