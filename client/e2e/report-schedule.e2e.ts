/** Reports by mail: scheduled for oneself and a colleague, refused with a reason, sent at once, paused and stopped. */
import type { Locator, Page } from "@playwright/test"

import { call, colleague, idIn, newRegistration, register } from "./company.ts"
import { noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { UNMOVED, sidewaysAndChanged } from "./hydration.ts"
import { mailsTo } from "./mails.ts"
import { message } from "./messages.ts"

const SKETCHES = "/report/api/v1/reportSketch"

/** Makes a report of all contacts, of which there is one; gives its id. */
async function contactReport(page: Page, visibility: "private" | "company"): Promise<string> {
  const contact = { kind: "organisation", displayName: "Zephyr Lines" }
  await call(page, "POST", "/contact/api/v1/contacts", { body: contact })
  const columns = [{ field: "displayName" }]
  const body = { name: "All contacts", dataset: "contacts", columns, visibility }
  return idIn(await call(page, "POST", SKETCHES, { body }))
}

/** Opens the dialog by the keyboard, as every part of it works. */
async function openSchedule(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Schedule", exact: true }).focus()
  await page.keyboard.press("Enter")
  const dialog = page.getByRole("dialog", { name: "Send the report by e-mail" })
  await expect(dialog.getByLabel("How often")).toBeFocused()
  return dialog
}

async function press(box: Locator, key: string) {
  await box.focus()
  await box.press(key)
}

for (const width of [1360, 390]) {
  test(`a report is mailed each week at ${String(width)} px`, async ({
    page,
    browser,
    server,
    complaints,
  }) => {
    test.slow()
    // A private report is refused other recipients.
    complaints.expect(/status of 422/u)
    await page.setViewportSize({ width, height: 800 })
    const registration = newRegistration()
    await register(page, registration)
    const { guest } = await colleague(page, registration, { browser, server })
    const id = await contactReport(page, "private")
    await page.goto(`/reports/${id}`)
    const card = page.getByRole("region", { name: "Sent by e-mail" })
    await expect(card).toContainText("This report is not scheduled.")

    const dialog = await openSchedule(page)
    await expect(dialog.getByText("Europe/Amsterdam")).toBeVisible()
    await press(dialog.getByRole("checkbox", { name: "Monday" }), "Space")
    await press(dialog.getByRole("button", { name: "Save", exact: true }), "Enter")
    const summary = dialog.getByRole("alert").filter({ hasText: "Couldn't save your changes." })
    await expect(summary).toBeFocused()
    await summary.getByRole("link", { name: "Choose at least one day." }).press("Enter")
    await expect(dialog.getByRole("group", { name: "Days" })).toBeFocused()
    await noFaults(page, { within: "#schedule-report" })
    await press(dialog.getByRole("checkbox", { name: "Thursday" }), "Space")
    await press(dialog.getByRole("checkbox", { name: "Monday" }), "Space")
    await dialog.getByLabel("Time", { exact: true }).fill("07:30")
    await expect(dialog.getByRole("button", { name: "Remove Ada Okonkwo" })).toBeVisible()
    await dialog.getByRole("combobox", { name: "Users" }).fill("Ina")
    await dialog.getByRole("option", { name: /^Ina Neu/u }).click()
    await dialog.getByLabel("File format").selectOption({ label: "CSV" })

    // What was typed stays.
    await dialog.getByRole("button", { name: "Save", exact: true }).click()
    await expect(summary).toContainText("Share the report first. Only its owner can see it.")
    await expect(dialog.getByLabel("Time", { exact: true })).toHaveValue("07:30")
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Share", exact: true }).first().click()
    const sharing = page.getByRole("dialog", { name: "Who can see this report" })
    await sharing.getByLabel("Visible to").selectOption({ label: "Everyone in the company" })
    await sharing.getByRole("button", { name: "Share" }).click()
    await expect(page.getByRole("main")).toContainText("Everyone in the company")
    await page.getByRole("button", { name: "Schedule", exact: true }).click()
    await expect(dialog.getByRole("button", { name: "Remove Ina Neu" })).toBeVisible()
    await dialog.getByRole("button", { name: "Save", exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(message(page, "Saved.")).toBeVisible()

    await expect(card).toContainText(
      "Every week on Monday and Thursday at 07:30 (Europe/Amsterdam)",
    )
    await expect(card).toContainText(/Next sent\d{2} \w{3} \d{4}, /u)
    await expect(card).toContainText("2 users")
    await expect(card).toContainText("Last sentNever")
    const blank = await page.context().newPage()
    expect(await sidewaysAndChanged(page, blank, `/reports/${id}`)).toEqual(UNMOVED)
    await blank.close()
    await noFaults(page)

    // To the caller alone.
    await openSchedule(page)
    await dialog.getByRole("button", { name: "Send me one now" }).click()
    await expect(dialog.getByText(`E-mailed to ${registration.email}.`)).toBeVisible()
    const attached = /filename[^\r\n]*\.csv/u
    await expect(async () => {
      const mails = await mailsTo(registration.email, server.dataDir)
      expect(mails.some((mail) => attached.test(mail))).toBe(true)
    }).toPass()
    const others = await mailsTo(registration.email.replace("ada-", "ina-"), server.dataDir)
    expect(others.some((mail) => attached.test(mail))).toBe(false)

    await press(dialog.getByRole("checkbox", { name: "Paused" }), "Space")
    await expect(dialog.getByRole("button", { name: "Send me one now" })).toHaveAttribute(
      "aria-disabled",
      "true",
    )
    await dialog.getByRole("button", { name: "Save", exact: true }).click()
    await expect(card).toContainText("Next sentPaused")
    await card.getByText("Deliveries", { exact: true }).click()
    await expect(card.getByRole("listitem").first()).toContainText("Ada Okonkwo")
    await expect(card.getByRole("listitem").first()).toContainText("Mailed")

    await openSchedule(page)
    await dialog.getByRole("button", { name: "Stop sending" }).click()
    await expect(card).toContainText("This report is not scheduled.")
    await page.getByRole("button", { name: "Undo" }).filter({ visible: true }).click()
    await expect(card).toContainText("Next sentPaused")
    await guest.context().close()
  })

  test(`who may not schedule is offered none at ${String(width)}`, async ({
    page,
    browser,
    server,
  }) => {
    const registration = newRegistration()
    await register(page, registration)
    const { guest, id } = await colleague(page, registration, { browser, server })
    const roles = await call(page, "GET", "/iam/api/v1/roles?search=Viewer")
    await call(page, "PATCH", `/iam/api/v1/users/${id}`, { body: { roleIds: [idIn(roles)] } })
    const report = await contactReport(page, "company")
    const me = idIn(await call(page, "GET", "/iam/api/v1/users/me"))
    const schedule = {
      every: "month",
      weekdays: [],
      monthDay: 31,
      time: "08:00",
      users: [me],
      groups: [],
      format: "csv",
      onlyIfRows: false,
      isPaused: false,
    }
    await call(page, "PATCH", `${SKETCHES}/${report}`, { body: { schedule } })
    await page.goto("/reports?columns=name,nextDelivery,lastDelivery")
    await expect(page.getByRole("main")).toContainText("Next sent")
    await expect(page.getByRole("main")).toContainText(/\d{2} \w{3} \d{4}, /u)

    await guest.setViewportSize({ width, height: 844 })
    const blank = await guest.context().newPage()
    expect(await sidewaysAndChanged(guest, blank, `/reports/${report}`)).toEqual(UNMOVED)
    await blank.close()
    const card = guest.getByRole("region", { name: "Sent by e-mail" })
    await expect(card).toContainText("It is next sent on")
    await expect(card).not.toContainText("Every month")
    await expect(card.locator("details")).toHaveCount(0)
    await expect(guest.getByRole("button", { name: "Schedule", exact: true })).toHaveCount(0)
    await guest.context().close()
  })
}
