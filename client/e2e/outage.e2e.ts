/** What an open page does while an instance, Redis or PostgreSQL is away: in a run with several instances. */

import { newRegistration, register } from "./company.ts"
import { expect, test } from "./fixtures.ts"
import { message } from "./messages.ts"
import { fact, openForm } from "./reading.ts"

test("an instance is killed, Redis stops, PostgreSQL has nobody in: nobody is signed out, nothing typed or stored is lost", async ({
  page,
  server,
  complaints,
}) => {
  const { shared, killOne } = server
  if (shared === null || killOne === undefined) {
    process.stdout.write("Not with one instance: nothing of this can be away without it.\n")
    test.skip(true, "There is one instance.")
    return
  }
  test.slow()
  // The SDK says so of what it could not write meanwhile.
  complaints.expect(/status of 50[234]|net::ERR|presence\/\S+ failed: unavailable/u)
  await register(page, newRegistration())
  const jobTitle = page.getByLabel("Job title")
  const save = async () => page.getByRole("button", { name: "Save", exact: true }).click()

  await page.goto("/contacts/create")
  await page.getByLabel("Display name").fill("Survivor")
  const killed = killOne()
  await page.getByRole("button", { name: "Create" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Survivor")
  await killed

  // Redis carries news alone.
  await shared.stopRedis()
  await openForm(page)
  await jobTitle.fill("Buyer")
  await save()
  await expect(message(page, "Saved.")).toBeVisible()
  await page.reload()
  await expect(fact(page, "Job title")).toHaveText("Buyer")
  await shared.startRedis()

  await openForm(page)
  await shared.letIn(false)
  await jobTitle.fill("Seller")
  await save()
  await expect(
    page
      .getByRole("alert", { name: "Couldn't save your changes." })
      .or(message(page, /Trying again in \d+ seconds?/u))
      .first(),
  ).toBeVisible()
  await expect(jobTitle).toHaveValue("Seller")
  const refused = await page.request.get("/dashboard")
  expect(refused.status()).toBe(503)
  await shared.letIn(true)
  await expect(async () => {
    const button = page.getByRole("button", { name: "Save", exact: true })
    if ((await button.isVisible()) && (await button.isEnabled())) {
      await button.click({ timeout: 1_000 })
    }
    await expect(fact(page, "Job title")).toHaveText("Seller", { timeout: 2_000 })
  }).toPass()
  // The other instance may find its database a moment later, and says so until then.
  await expect(async () => {
    await page.reload()
    await expect(fact(page, "Job title")).toHaveText("Seller", { timeout: 3_000 })
  }).toPass()
  await expect(page.getByRole("button", { name: /your account/u })).toBeVisible()
})
