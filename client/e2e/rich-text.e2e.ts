/** Formatted text: its editor comes when a person writes and not before, loses no key meanwhile, and is worked by keyboard alone. */
import { readFile, readdir } from "node:fs/promises"
import path from "node:path"

import { copyText } from "./clipboard.ts"
import { newRegistration, registerVerified } from "./company.ts"
import { noFaultsInMail } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { message } from "./messages.ts"

/** The file of the editor. */
const EDITOR = /\/assets\/rich-editor-[^/]+\.js$/u

/** The mail that left to the address, quoted-printable undone. */
async function mailTo(address: string, dataDir: string): Promise<string> {
  const folder = path.join(dataDir, "mail")
  const names = await readdir(folder)
  const mails = await Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")))
  const mail = mails.find((text) => text.includes(`<${address}>`) || text.includes(address)) ?? ""
  return mail.replaceAll(/=\r?\n/gu, "").replaceAll("=3D", "=")
}

for (const width of [1360, 390]) {
  test(`at ${String(width)} px a text is formatted by keyboard, taken back and sent as it was written`, async ({
    page,
    server,
  }) => {
    test.slow()
    const editors: string[] = []
    page.on("request", (request) => {
      if (EDITOR.test(request.url())) editors.push(request.url())
    })
    await page.setViewportSize({ width, height: 860 })
    await registerVerified(page, newRegistration(), server)
    await page.getByRole("button", { name: "New message" }).click()
    const dialog = page.getByRole("dialog", { name: "Mail" })
    const address = `joan-${String(width)}@shipper.example`
    await dialog.getByRole("combobox", { name: "To" }).fill(`${address},`)
    await dialog.getByRole("textbox", { name: "Subject" }).fill("Containers")
    const text = dialog.getByRole("textbox", { name: "Text" })
    await expect(text).not.toHaveClass(/ProseMirror/u)
    // A script that is fetched ahead is asked for in idle time.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(editors).toEqual([])
    await text.focus()
    // At once, while the editor is on its way.
    await page.keyboard.type("Dear Joan, they are ")
    await expect(text).toHaveClass(/ProseMirror/u)
    expect(editors).toHaveLength(1)
    await page.keyboard.press("Control+b")
    await expect(dialog.getByRole("button", { name: "Bold" })).toHaveAttribute(
      "aria-pressed",
      "true",
    )
    await page.keyboard.type("here")
    await page.keyboard.press("Control+b")
    await page.keyboard.type(":")
    await page.keyboard.press("Enter")
    await dialog.getByRole("button", { name: "List", exact: true }).focus()
    await page.keyboard.press("Enter")
    await expect(text).toBeFocused()
    await page.keyboard.type("two of 40 feet")
    await page.keyboard.press("Enter")
    await page.keyboard.type("one of 20 feet")
    await expect(text.getByRole("listitem")).toHaveCount(2)
    // Twice ends the list.
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await page.keyboard.type("See ")
    await copyText(page, "the terms")
    await page.keyboard.press("Control+v")
    await expect(text).toContainText("See the terms")
    await page.keyboard.press("Shift+Home")
    await dialog.getByRole("button", { name: "Link", exact: true }).click()
    await dialog.getByRole("textbox", { name: "Link address" }).fill("lines.example/terms")
    await page.keyboard.press("Enter")
    await expect(text.getByRole("link", { name: "See the terms" })).toBeVisible()
    await page.keyboard.press("Control+z")
    await expect(text.getByRole("link")).toHaveCount(0)
    await page.keyboard.press("Control+y")
    await expect(text.getByRole("link", { name: "See the terms" })).toBeVisible()
    await noFaultsInMail(page)

    await page.keyboard.press("Control+Enter")
    await expect(message(page, `E-mail sent to ${address}.`)).toBeVisible()
    await expect(async () => {
      expect(await mailTo(address, server.dataDir)).toContain(
        "<p>Dear Joan, they are <b>here</b>:</p>",
      )
    }).toPass({ timeout: 30_000 })
    const mail = await mailTo(address, server.dataDir)
    expect(mail).toContain("<ul><li>two of 40 feet</li><li>one of 20 feet</li></ul>")
    expect(mail).toContain('<a href="https://lines.example/terms"')
  })
}
