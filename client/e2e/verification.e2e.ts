/** The verification mail: sent at registration, kept as a file where no mail server is set, confirmed by its link. */
import { newRegistration, register } from "./company.ts"
import { expect, test } from "./fixtures.ts"
import { linkInMailTo } from "./mails.ts"

const BANNER = "Please verify your email to activate your account."

test("the link of the mail that registering sends takes the banner away", async ({
  page,
  server,
}) => {
  const registration = newRegistration()
  await register(page, registration)
  await expect(page.getByText(BANNER)).toBeVisible()

  await page.goto(await linkInMailTo(registration.email, server.dataDir))
  await page.getByRole("button").click()
  await page.goto("/dashboard")
  await expect(page.getByRole("main")).toContainText(registration.companyName)
  await expect(page.getByText(BANNER)).toBeHidden()
})
