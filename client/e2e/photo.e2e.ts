/** The own photo: chosen by the keyboard, drawn by the server, shown everywhere, refused where it is none, removed. */

import { newRegistration, register } from "./company.ts"
import { noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"

test("a photo is chosen, stays after a reload and is removed", async ({ page, complaints }) => {
  complaints.expect(/status of 422/u)
  await register(page, newRegistration())
  await page.goto("/settings/profile")
  const picture = await page.screenshot()
  const main = page.getByRole("main")
  const field = main.getByLabel("Choose a photo")
  const said = page.getByRole("status")
  await field.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: picture })
  await expect(said.filter({ hasText: "Photo saved." })).toBeVisible()
  const shown = page.locator(".ui-avatar-photo")
  await expect(shown).toHaveCount(2)
  await expect(shown.first()).toHaveAttribute("src", /^data:image\/jpeg;base64,/u)
  await noFaults(page)

  await page.reload()
  await expect(shown).toHaveCount(2)
  const other = { name: "me.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") }
  await main.getByLabel("Change photo").setInputFiles(other)
  const refusal = "Choose a PNG, JPEG or WebP image."
  await expect(page.getByRole("alert").getByText(refusal)).toBeVisible()
  await expect(shown).toHaveCount(2)

  await main.getByLabel("Change photo").focus()
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await expect(said.filter({ hasText: "Photo removed." })).toBeVisible()
  await expect(shown).toHaveCount(0)
})
