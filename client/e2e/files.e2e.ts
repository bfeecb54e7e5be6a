/** Files: sent by choosing and dropping, refused with the reason at the file, kept in folders, versioned, binned. */

import { call, newRegistration, register } from "./company.ts"
import { isWhole, withoutScript } from "./drawn.ts"
import { noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { message } from "./messages.ts"
import { save } from "./save.ts"

const text = (name: string, content: string) => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(content),
})

test("a folder is made by the keyboard, files go into it, and what is wrong with one is said at it", async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 422/u)
  await register(page, newRegistration())
  await page.goto("/files")
  await expect(page.getByText("No files yet")).toBeVisible()
  await page.getByRole("button", { name: "New folder" }).focus()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("dialog").getByLabel("Name")).toBeFocused()
  await page.keyboard.type("Rates")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/files\/folders\/[\da-f-]+$/u)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rates")

  await page
    .getByLabel("Upload files")
    .setInputFiles([text("sea.txt", "Rates by sea"), text("scan.pdf", "This is no PDF")])
  const uploads = page.getByRole("region", { name: "Uploads" })
  await expect(uploads.getByRole("alert")).toHaveText("The content does not match .pdf.")
  await expect(page.getByRole("table").getByRole("link", { name: "sea.txt" })).toBeVisible()
  await noFaults(page)

  const again = page.waitForEvent("download")
  await page.getByRole("button", { name: "Download sea.txt" }).click()
  expect((await again).suggestedFilename()).toBe("sea.txt")
  await page.getByRole("navigation", { name: "Parent folders" }).getByRole("link").first().click()
  await expect(page.getByRole("table").getByRole("link", { name: "Rates" })).toBeVisible()
})

test("a large file goes part by part, a dropped one goes at once, and all are found anywhere", async ({
  page,
}) => {
  await register(page, newRegistration())
  await page.goto("/files")
  await page.getByLabel("Upload files").setInputFiles(text("large.txt", "x".repeat(5_500_000)))
  const uploads = page.getByRole("region", { name: "Uploads" })
  await expect(uploads.getByRole("link", { name: "large.txt" })).toBeVisible()
  await expect(uploads).toContainText("All uploads finished.")

  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(["Dropped"], "dropped.txt", { type: "text/plain" }))
    return transfer
  })
  await page.locator(".fl-zone").dispatchEvent("drop", { dataTransfer: dropped })
  await expect(page.getByRole("table").getByRole("link", { name: "dropped.txt" })).toBeVisible()

  await page.getByRole("link", { name: "Search all files" }).click()
  await page.getByRole("searchbox").fill("large")
  await page.keyboard.press("Enter")
  await expect(page.locator("tbody th")).toHaveText(["large.txt"])
})

test("a file is renamed, gets another version, is deleted, restored and removed for good", async ({
  page,
}) => {
  await register(page, newRegistration())
  await page.goto("/files")
  await page.getByLabel("Upload files").setInputFiles(text("terms.txt", "First"))
  await page.getByRole("table").getByRole("link", { name: "terms.txt" }).click()
  await page.getByLabel("Upload new version").setInputFiles(text("other.txt", "Second"))
  await expect(page.getByText("Version 2", { exact: true })).toBeVisible()
  await page.getByLabel("Name").fill("conditions.txt")
  await page.getByLabel("Document type").selectOption({ label: "Invoice" })
  await save(page)
  await expect(message(page, "Saved.")).toBeVisible()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("conditions.txt")
  const first = page.waitForEvent("download")
  await page.getByRole("button", { name: "Download version 1" }).click()
  await (await first).path()

  await page.getByRole("button", { name: "Delete" }).click()
  await expect(message(page, "Moved to the bin.")).toBeVisible()
  await page.getByRole("link", { name: "Bin" }).click()
  await page.getByRole("link", { name: "conditions.txt" }).click()
  await page.getByRole("button", { name: "Restore" }).click()
  await expect(page.getByLabel("Name")).toBeEditable()
  // Deleted again, it is where one came from: the list is as it was left, at the bin.
  await page.getByRole("button", { name: "Delete" }).click()
  await page.getByRole("link", { name: "conditions.txt" }).click()
  await page.getByRole("button", { name: "Delete permanently" }).first().click()
  await page.getByRole("dialog").getByRole("button", { name: "Delete permanently" }).click()
  await expect(page.getByText("The bin is empty")).toBeVisible()
})

test("without script folders are opened and their files are read", async ({
  page,
  browser,
  server,
}) => {
  await register(page, newRegistration())
  await call(page, "POST", "/drive/api/v1/filesystem/file/content?name=open.txt", {
    body: "Open",
    type: "application/octet-stream",
  })
  await call(page, "POST", "/drive/api/v1/filesystem/file", {
    body: { name: "Archive", isFolder: true },
  })
  const reader = await withoutScript(page, browser, server)
  await reader.goto("/files")
  await isWhole(reader)
  await expect(reader.locator("tbody th")).toHaveText(["Archive", "open.txt"])
  await reader.getByRole("link", { name: "Archive" }).click()
  await expect(reader.getByText("This folder is empty")).toBeVisible()
  await reader.goto("/files")
  await isWhole(reader)
  await reader.getByRole("link", { name: "open.txt" }).click()
  await expect(reader.getByText("Version 1", { exact: true })).toBeVisible()
  await reader.context().close()
})
