/** The own company: its profile, what another country proposes, its logo. */
import { AxeBuilder } from "@axe-core/playwright"

import { call, colleague, newRegistration, register } from "./company.ts"
import { expect, test } from "./fixtures.ts"
import { message } from "./messages.ts"
import { save } from "./save.ts"

test("the company is edited, and another country proposes with its reasons", async ({
  page,
  browser,
  server,
  complaints,
}) => {
  test.slow()
  complaints.expect(/status of 4\d\d/u)
  const registration = newRegistration()
  await register(page, registration)
  const main = page.getByRole("main")
  await page.goto("/settings/company")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(registration.companyName)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])

  await main.getByLabel("SCAC").fill("a")
  await save(page)
  await expect(main.getByRole("alert", { name: "Couldn't save your changes." })).toContainText(
    "two to four",
  )
  await main.getByLabel("SCAC").fill("hrbf")
  await main.getByRole("combobox", { name: "Operating country" }).fill("United States")
  await page
    .getByRole("option", { name: /^United States(?! Minor)/u })
    .first()
    .click()
  await expect(main.getByText(/USD is the currency of United States/u)).toBeVisible()
  await main.getByRole("button", { name: "Take USD" }).press("Enter")
  await expect(main.getByText(/USD is the currency/u)).toBeHidden()
  await main.getByRole("button", { name: /Take lb/u }).press("Enter")
  const logo = await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 } })
  await main
    .getByLabel("Choose a logo")
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: logo })
  await expect(main.getByRole("img", { name: /^Logo of/u })).toBeVisible()
  await save(page)
  await expect(message(page, "Saved.")).toBeVisible()
  await page.reload()
  await expect(main.getByLabel("SCAC")).toHaveValue("HRBF")
  await expect(main.getByLabel("Weights")).toHaveValue("lb")
  await expect(main.getByRole("img", { name: /^Logo of/u })).toBeVisible()

  // What somebody else stored meanwhile is joined.
  const { data }: { data: { _id: string }[] } = JSON.parse(
    await call(page, "GET", "/iam/api/v1/companies"),
  )
  const path = `/iam/api/v1/companies/${data[0]?._id ?? ""}`
  await call(page, "PATCH", path, { body: { legalName: "Harbour Freight B.V." } })
  await main.getByLabel("Website").fill("https://harbour.example")
  await save(page)
  await expect(main.getByLabel("Legal name")).toHaveValue("Harbour Freight B.V.")

  // Without the right it is read, and says which right it takes.
  const { guest } = await colleague(page, registration, { browser, server })
  await guest.goto("/settings/company")
  await expect(guest.getByRole("main").getByText(/“Company profile: Edit”/u)).toBeVisible()
  await expect(guest.locator('[data-field="website"] dd')).toHaveText("https://harbour.example")
  await expect(guest.getByRole("main").getByLabel("Website")).toBeHidden()
  await guest.context().close()
})
