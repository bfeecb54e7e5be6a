/** Issues: reported, moved along, talked about and resolved; every error becomes one. */

import { call, newRegistration, register } from "./company.ts"
import { withoutScript } from "./drawn.ts"
import { noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { isHydrated } from "./hydration.ts"
import { save } from "./save.ts"

const ISSUES = "/iam/api/v1/issue/tracker"

test("an issue goes from report to closing, and comes back", async ({ page }) => {
  await register(page, newRegistration())
  await page.goto("/issues?page=1")
  await page.getByRole("link", { name: "New issue" }).first().click()
  await page.getByLabel("Title").fill("Arrival notice shows yesterday")
  await page.getByLabel("Severity").selectOption({ label: "High" })
  await page.getByLabel("Description").fill("Open any notice after midnight.")
  await save(page)
  const heading = page.getByRole("heading", { level: 1 })
  await expect(heading).toHaveText("ISS-1 Arrival notice shows yesterday")

  for (const [step, status] of [
    ["Triage", "Triaged"],
    ["Start work", "In progress"],
    ["Put on hold", "Waiting"],
    ["Start work", "In progress"],
  ] as const) {
    await page.getByRole("button", { name: step, exact: true }).click()
    await expect(page.locator(".is-status")).toHaveText(status)
  }
  await page.getByRole("button", { name: "Resolve", exact: true }).click()
  const dialog = page.getByRole("dialog", { name: "Resolve issue" })
  await dialog.getByRole("button", { name: "Resolve" }).click()
  await expect(dialog.getByText("Enter how the issue was resolved.")).toBeVisible()
  await dialog.getByLabel("Resolution").fill("The zone of the port counts now.")
  await dialog.getByRole("button", { name: "Resolve" }).click()
  await expect(page.locator(".is-status")).toHaveText("Resolved")
  await expect(dialog).toBeHidden()
  await page
    .getByRole("button", { name: "Close", exact: true })
    .filter({ visible: true })
    .last()
    .click()
  await expect(page.locator(".is-status")).toHaveText("Closed")
  await page.getByRole("button", { name: "Reopen" }).click()
  await expect(page.locator(".is-status")).toHaveText("Reopened")
  await noFaults(page)
})

test("comments are said, marked as internal, changed and taken back", async ({ page }) => {
  await register(page, newRegistration())
  await call(page, "POST", ISSUES, { body: { title: "Two contacts for one carrier" } })
  await page.goto("/issues?page=1")
  await page.getByRole("link", { name: /ISS-1/u }).click()
  const comments = page.getByRole("region", { name: "Comments" })
  await expect(comments).toContainText("No comments yet.")
  await comments.getByRole("button", { name: "Comment" }).click()
  await expect(comments.getByText("Enter a comment.")).toBeVisible()
  await comments.getByLabel("Add a comment").fill("Merged them.")
  await comments.getByRole("checkbox").check()
  await comments.getByRole("button", { name: "Comment" }).click()
  const comment = comments.getByRole("article", { name: "Comment by Ada Okonkwo" })
  await expect(comment).toContainText("Internal")
  await comment.getByRole("button", { name: "Edit" }).click()
  await comment.getByLabel("Your comment").fill("Merged all three.")
  await comment.getByRole("button", { name: "Save", exact: true }).click()
  await expect(comment.getByText("Merged all three.")).toBeVisible()
  await comment.getByRole("button", { name: "Delete" }).click()
  await expect(comment).toHaveCount(0)
})

test("an error is reported from where it is shown, and the report can be edited", async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 50\d/u)
  await register(page, newRegistration())
  // The one place where no data of ours brings the error about.
  await page.route("**/log/api/v1/audit/verify", (route) =>
    route.fulfill({
      status: 500,
      contentType: "application/problem+json",
      body: JSON.stringify({ title: "Broken", status: 500, instance: "01a2f00d" }),
    }),
  )
  await page.goto("/audit")
  // Until then the browser would follow the link by itself, and the server make the check.
  await page.waitForFunction(isHydrated)
  await page.getByRole("link", { name: "Verify integrity" }).click()
  await page.getByRole("link", { name: "Report this" }).click()
  await expect(page.getByLabel("Error ID")).toHaveValue("01a2f00d")
  await expect(page.getByLabel("Page")).toHaveValue("/audit/check")
  await page.getByLabel("Page").fill("")
  await page.getByRole("button", { name: "Create" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^ISS-1 /u)
  await expect(page.getByLabel("Error ID")).toHaveValue("01a2f00d")
  await expect(page.getByLabel("Page")).toHaveValue("")
})

test("without script issues and what was said are read", async ({ page, browser, server }) => {
  await register(page, newRegistration())
  await call(page, "POST", ISSUES, { body: { title: "Gothenburg is missing" } })
  const reader = await withoutScript(page, browser, server)
  await reader.goto("/issues?page=1")
  await reader.getByRole("link", { name: /Gothenburg is missing/u }).click()
  await expect(reader.getByLabel("Title")).toHaveValue("Gothenburg is missing")
  await expect(reader.getByText("No comments yet.")).toBeVisible()
  await reader.context().close()
})
