/** The own company: its profile, what another country proposes, its logo. */

import { call, colleague, newRegistration, register } from "./company.ts"
import { noFaults } from "./faultless.ts"
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
  await noFaults(page)

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
  await main.getByRole("button", { name: "Use USD" }).press("Enter")
  await expect(main.getByRole("button", { name: "Use USD" })).toBeHidden()
  await main.getByRole("button", { name: /Use lb/u }).press("Enter")
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

for (const width of [1360, 390]) {
  test(`a country proposes all that it implies at ${String(width)} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await register(page, newRegistration())
    // Set-up leads to it, and nothing is taken over by itself.
    const setup = page.getByRole("region", { name: "Set-up" })
    await setup.getByRole("link", { name: "Formats of your country" }).click()
    const main = page.getByRole("main")
    await expect(main.getByText("Suggested for Netherlands")).toBeVisible()
    await expect(main.getByRole("combobox", { name: /^Numbers/u })).toHaveValue("auto")

    await main.getByRole("combobox", { name: "Operating country" }).fill("Brazil")
    await page.getByRole("option", { name: /^Brazil/u }).click()
    await expect(main.getByText("Suggested for Brazil")).toBeVisible()
    for (const reason of [
      "BRL is the currency of Brazil.",
      /America\/Sao Paulo is the main time zone of Brazil\. The others are: .*Manaus/u,
      "Waybill is not available in the main language of Brazil.",
      "The name for it in Brazil, from stdnum.",
      "Numbers without a country code are read as numbers of Brazil.",
      /The ports of Brazil connected with the most countries.*BRSSZ/u,
      /offices in Brazil show as closed, and e-mails .* wait\. Known until 31 Dec 2031/u,
    ]) {
      await expect(main.getByText(reason)).toBeVisible()
    }
    await expect(main.getByLabel("Currency")).toHaveValue(/Euro/u)
    await noFaults(page)

    await main.getByRole("button", { name: /^Use all \d values$/u }).press("Enter")
    await expect(main.getByText("All in use")).toBeVisible()
    // Each can be changed afterwards.
    await main.getByLabel("Times").selectOption("12")
    await main.getByRole("button", { name: "Add CNPJ" }).press("Enter")
    await main.getByRole("textbox", { name: /^Number/u }).fill("12.345.678/0001-95")
    await main.getByRole("button", { name: "Show 3 ports first" }).press("Enter")
    await expect(message(page, "3 ports are shown first.")).toBeVisible()
    await save(page)
    await expect(message(page, "Saved.")).toBeVisible()
    await page.reload()
    await expect(main.getByRole("combobox", { name: /^Numbers/u })).toHaveValue("point")
    await expect(main.getByLabel("Times")).toHaveValue("12")
    await expect(main.getByRole("textbox", { name: /^Kind/u })).toHaveValue("CNPJ")
    await page.goto("/dashboard")
    await expect(setup.getByRole("link", { name: "Formats of your country" })).toBeHidden()
  })
}
