/** Life without a network: what was read stays, what can wait is kept and sent, what cannot wait says so. */
import type { Page } from "@playwright/test"

import { call, idIn, newRegistration, registerVerified } from "./company.ts"
import { expect, test } from "./fixtures.ts"
import { message } from "./messages.ts"
import { fact, openForm } from "./reading.ts"

const SERVICE = "/contact/api/v1/contacts"

/** A message that passes by: each dialog has a region of its own for them. */

/** Saves what is in the form while nobody answers. */
async function saveOffline(page: Page) {
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await expect(message(page, /Saved in this browser/u)).toBeVisible()
}

test("changes and a mail wait for the network, outlive the page, and are joined, asked about or sent", async ({
  page,
  context,
  server,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|status of 412/u)
  await registerVerified(page, newRegistration(), server)
  const contact = async (displayName: string) =>
    idIn(await call(page, "POST", SERVICE, { body: { displayName, department: "Sales" } }))
  const [joined, clashing] = [await contact("Atlas Steel"), await contact("Zephyr Lines")]
  const read = async (id: string) => await call(page, "GET", `${SERVICE}/${id}`)

  // Both forms are open, and the mail is begun, when the network goes.
  await page.goto(`/contacts/${joined}?edit`)
  const other = await context.newPage()
  complaints.watch(other, server.origin)
  await other.goto(`/contacts/${clashing}?edit`)
  await expect(other.getByLabel("Job title")).toBeEditable()
  await page.getByRole("button", { name: "New message" }).click()
  const dialog = page.getByRole("dialog", { name: "Mail" })
  await dialog.getByRole("combobox", { name: "To" }).fill("joan@shipper.example,")
  await dialog.getByRole("textbox", { name: "Subject" }).fill("Two containers")
  await dialog.getByRole("textbox", { name: "Text" }).fill("They are here.")
  await expect(dialog.getByText("Draft saved", { exact: true })).toBeVisible()
  await context.setOffline(true)

  await dialog.getByRole("button", { name: "Send", exact: true }).click()
  await expect(message(page, /The e-mail is waiting in this browser/u)).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.getByLabel("Job title").fill("Buyer")
  await saveOffline(page)
  const chip = page.getByRole("button", { name: "Offline, 2 changes waiting" })
  await expect(chip).toBeVisible()
  await expect(page.getByText("unsaved change")).toBeHidden()
  // What is kept is shown. A second change of the same record goes with the first.
  await expect(fact(page, "Job title")).toHaveText("Buyer")
  await openForm(page)
  await page.getByLabel("Website").fill("https://atlas.example")
  await saveOffline(page)
  await chip.click()
  await expect(page.getByText("This page shows data from")).toBeVisible()
  await page.keyboard.press("Escape")
  const remove = page.getByRole("button", { name: "Delete" })
  await expect(remove).toHaveAttribute("aria-disabled", "true")
  await expect(remove).toHaveAccessibleDescription(/You are offline/u)
  await other.getByLabel("Department").fill("Export")
  await saveOffline(other)

  // Both pages are gone when the network is back, and somebody else was faster.
  await page.close()
  await other.close()
  await context.setOffline(false)
  const back = await context.newPage()
  complaints.watch(back, server.origin)
  await call(back, "PATCH", `${SERVICE}/${joined}`, { body: { department: "Import" } })
  await call(back, "PATCH", `${SERVICE}/${clashing}`, { body: { department: "Customs" } })
  await back.goto("/dashboard")
  await expect(message(back, "Someone else changed what you changed offline.")).toBeVisible()
  await expect(message(back, /e-mail you wrote offline is on its way/u)).toBeVisible()
  await expect(async () => {
    const record = await read(joined)
    for (const text of ["Buyer", "https://atlas.example", "Import"]) expect(record).toContain(text)
  }).toPass()
  expect(await read(clashing)).toContain("Customs")
  expect(await call(back, "GET", "/mail/api/v1/messages")).toContain("Two containers")

  await back.getByRole("button", { name: "Choose values to keep" }).click()
  await expect(back).toHaveURL(new RegExp(clashing, "u"))
  await back.getByRole("button", { name: "Restore" }).click()
  const chooser = back.getByRole("dialog", { name: /changed the same fields/u })
  await expect(chooser.getByRole("row", { name: /Department/u })).toContainText("Sales")
  await chooser.getByRole("radio", { name: "Yours" }).check()
  await chooser.getByRole("button", { name: "Save selection" }).click()
  await expect(message(back, "Saved.")).toBeVisible()
  expect(await read(clashing)).toContain("Export")
})
