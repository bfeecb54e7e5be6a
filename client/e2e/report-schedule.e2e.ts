/** Reports by mail: scheduled for oneself, a colleague and a group, refused with a reason, sent when due or at once, and stopped. */
import type { Locator, Page } from "@playwright/test"

import { attachedFile, workbookPart } from "./attachments.ts"
import { call, colleague, idIn, newRegistration, register } from "./company.ts"
import { execute, needsFile } from "./data-file.ts"
import { fitsScreen, noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { UNMOVED, sidewaysAndChanged } from "./hydration.ts"
import { linkIn, mailsTo } from "./mails.ts"
import { message } from "./messages.ts"
import { figuresOf } from "./pdf.ts"

const SKETCHES = "/report/api/v1/reportSketch"

/** A report of contacts by kind, with a chart. */
const CHART = {
  name: "Contacts by kind",
  columns: [{ field: "kind" }, { field: "_id", agg: "count", label: "Contacts" }],
  groupBy: [{ field: "kind" }],
  chart: { type: "bar", x: "kind", y: "count:_id" },
}

/** Makes a contact, and a report of all contacts by their names unless other fields are given; gives its id. */
async function contactReport(
  page: Page,
  visibility: "private" | "company",
  fields: object = {},
): Promise<string> {
  const contact = { kind: "organisation", displayName: "Zephyr Lines" }
  await call(page, "POST", "/contact/api/v1/contacts", { body: contact })
  const columns = [{ field: "displayName" }]
  const body = { name: "All contacts", dataset: "contacts", columns, visibility, ...fields }
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

for (const width of [1360, 390]) {
  test(`a group gets a report with its chart each month at ${String(width)} px`, async ({
    page,
    browser,
    server,
  }) => {
    test.slow()
    needsFile(server)
    await page.setViewportSize({ width, height: 844 })
    const registration = newRegistration()
    await register(page, registration)
    const { guest, id: ina } = await colleague(page, registration, { browser, server })
    await guest.setViewportSize({ width, height: 844 })
    // An operator may not export.
    const roles = await call(page, "GET", "/iam/api/v1/roles?search=Manager")
    await call(page, "PATCH", `/iam/api/v1/users/${ina}`, { body: { roleIds: [idIn(roles)] } })
    const group = { name: "Customs desk", memberIds: [ina] }
    await call(page, "POST", "/iam/api/v1/groups", { body: group })
    const ofGroup = await contactReport(page, "company", CHART)
    const ofUsers = await contactReport(page, "company", { ...CHART, name: "Printed" })

    await page.goto(`/reports/${ofGroup}`)
    const dialog = await openSchedule(page)
    await dialog.getByLabel("How often").selectOption({ label: "Every month" })
    await expect(dialog.getByRole("group", { name: "Days" })).toBeHidden()
    await dialog.getByLabel("Day of the month").selectOption({ label: "31" })
    await dialog.getByLabel("Time", { exact: true }).fill("07:30")
    await dialog.getByRole("button", { name: "Remove Ada Okonkwo" }).click()
    await dialog.getByRole("combobox", { name: "Groups" }).fill("Customs")
    await dialog.getByRole("option", { name: "Customs desk" }).click()
    await dialog.getByLabel("File format").selectOption({ label: "Excel (XLSX)" })
    await press(dialog.getByRole("checkbox", { name: "Only when there are rows" }), "Space")
    await noFaults(page, { within: "#schedule-report" })
    await dialog.getByRole("button", { name: "Save", exact: true }).click()
    await expect(dialog).toBeHidden()
    const card = page.getByRole("region", { name: "Sent by e-mail" })
    await expect(card).toContainText(
      "Every month on day 31, or on the last day of a shorter month, at 07:30 (Europe/Amsterdam)",
    )
    await expect(card).toContainText("Recipients1 group")
    await expect(card).toContainText("Without rowsNothing is sent")

    // The day comes, for another report, too.
    const me = idIn(await call(page, "GET", "/iam/api/v1/users/me"))
    const schedule = { every: "month", monthDay: 1, users: [me, ina], format: "pdf" }
    await call(page, "PATCH", `${SKETCHES}/${ofUsers}`, { body: { schedule } })
    execute(server, `UPDATE report_schedules SET due_at = ${String(Date.now())} WHERE due_at > 0`)
    const mailWith = async (ending: string) => {
      const mails = await mailsTo(registration.email.replace("ada-", "ina-"), server.dataDir)
      return mails.find((mail) => attachedFile(mail, ending) !== null) ?? ""
    }
    const inTime = { timeout: 30_000 }
    await expect.poll(() => mailWith("xlsx"), inTime).not.toBe("")
    await expect.poll(() => mailWith("pdf"), inTime).not.toBe("")
    const withBook = await mailWith("xlsx")
    const book = attachedFile(withBook, "xlsx") ?? Buffer.alloc(0)
    const chart = workbookPart(book, "xl/charts/chart1.xml")
    expect(chart).toContain("Contacts by kind")
    expect(chart).toMatch(/Report!\$A\$2.*<c:v>Organisation<.*Report!\$B\$2.*<c:v>2</su)
    expect(chart).toContain("<c:barChart>")
    const paper = attachedFile(await mailWith("pdf"), "pdf") ?? Buffer.alloc(0)
    expect(figuresOf(paper)).toEqual(["Contacts. Organisation: 2"])

    await page.goto("/reports?columns=name,nextDelivery,lastDelivery")
    const row = (name: string) => page.getByRole("row").filter({ hasText: name })
    await expect(row("Contacts by kind")).toContainText(/\d{4}, .*\d{4}, .*1 sent/u)
    await expect(row("Printed")).toContainText("2 sent")
    await noFaults(page)
    await fitsScreen(page)

    await guest.goto(linkIn(withBook) ?? "")
    await expect(guest).toHaveURL(`/reports/${ofGroup}`)
    await expect(guest.getByRole("img", { name: "Contacts by kind" })).toBeVisible()
    await guest.context().close()
  })
}
