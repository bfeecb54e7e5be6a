/**
 * Plain http from a host that is not localhost, as inside a company before it has a certificate. Browsers keep much for secure
 * contexts; what needs it has something else there (lib/browser.ts).
 */
import { paths } from "#client/paths.ts"

import { enterDemo } from "./company.ts"
import { ELSEWHERE } from "./elsewhere.ts"
import { expect, test } from "./fixtures.ts"
import { isHydrated } from "./hydration.ts"
import { message } from "./messages.ts"
import { save } from "./save.ts"
import { placesOf } from "./screens.ts"

test.use({ demo: true, host: ELSEWHERE })

test.beforeEach(async ({ page, server, complaints }) => {
  complaints.expect(/status of 404|Blocked script execution in 'about:blank'/u)
  if (!server.origin.includes(ELSEWHERE)) {
    const reason = "what stands before several instances has an address of its own"
    process.stdout.write(`Not with several instances: ${reason}\n`)
    test.skip(true, reason)
  }
  await enterDemo(page, server)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
})

test("every screen stays once its script has taken it over", async ({ page }) => {
  test.setTimeout(5 * 60_000)
  for (const { id, path } of await placesOf(page)) {
    await test.step(id, async () => {
      await page.goto(path)
      await page.waitForFunction(isHydrated)
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    })
  }
})

test("a tag is made and changed, and an address is copied", async ({ page }) => {
  await page.goto(paths.newContactTag())
  await page.getByLabel("Name").fill("Frozen goods")
  await page.getByRole("button", { name: "Create" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Frozen goods")
  await page.getByLabel("Name").fill("Chilled goods")
  await save(page)
  await expect(message(page, "Saved.")).toBeVisible()

  await page.goto(paths.contacts({ page: 1 }))
  const address = page.locator("td [data-copy]").first()
  await address.click()
  await expect(message(page, `${(await address.textContent()) ?? ""} copied.`)).toBeVisible()
})
