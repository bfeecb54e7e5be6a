/** The verification mail: sent at registration, kept as a file where no mail server is set, confirmed by its link. */
import { readFile, readdir } from "node:fs/promises"
import path from "node:path"

import { newRegistration, register } from "./company.ts"
import { expect, test } from "./fixtures.ts"

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

/** The one link in the newest mail to `address`. */
async function linkInMailTo(address: string, dataDir: string): Promise<string> {
  const folder = path.join(dataDir, "mail")
  const names = (await readdir(folder)).toSorted().toReversed()
  const mails = await Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")))
  const link = mails
    .find((mail) => mail.includes(`To: ${address}`))
    ?.split(/\s/u)
    .find((word) => word.startsWith("http://"))
  if (link === undefined) {
    throw new Error(`no mail to ${address}`)
  }
  return link
}
