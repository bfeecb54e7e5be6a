/** Writing mails: nothing typed is lost, what was sent can be taken back, and who may not write is told why. */
import type { Locator, Page } from "@playwright/test"

import { call, colleague, idIn, newRegistration, registerVerified } from "./company.ts"
import { noFaultsInMail } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { mailsTo } from "./mails.ts"
import { message } from "./messages.ts"
import { endSubscription } from "./operator.ts"

const EXPIRED = "Your Subscription has been expired. Please Contact Support Team"

/** In the frame of a mail no script runs, not even Playwright's that records it. */
const LOOKED_INTO = /Blocked script execution in 'about:blank'/u

async function openMail(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "New message" }).click()
  const dialog = page.getByRole("dialog", { name: "Mail" })
  await expect(dialog.getByRole("combobox", { name: "To" })).toBeVisible()
  return dialog
}

test("by the keyboard alone a mail is written, survives a reload, is sent, taken back and sent", async ({
  page,
  server,
}) => {
  test.slow()
  await registerVerified(page, newRegistration(), server)
  await page.getByRole("button", { name: "New message" }).focus()
  await page.keyboard.press("Enter")
  const dialog = page.getByRole("dialog", { name: "Mail" })
  const to = dialog.getByRole("combobox", { name: "To" })
  await expect(to).toBeFocused()
  await page.keyboard.type("joan@shipper.example,no address,")
  await expect(dialog.getByRole("button", { name: "Remove no address" })).toBeVisible()
  await page.keyboard.press("Backspace")
  await expect(dialog.getByRole("button", { name: "Remove no address" })).toBeHidden()
  await dialog.getByRole("textbox", { name: "Subject" }).focus()
  await page.keyboard.type("Two containers")
  await dialog.getByRole("textbox", { name: "Text" }).focus()
  await page.keyboard.type("Dear Joan,")
  await page.keyboard.press("Enter")
  await page.keyboard.press("Control+b")
  await page.keyboard.type("they are here")
  await expect(dialog.getByText("Draft saved", { exact: true })).toBeVisible()
  await noFaultsInMail(page)

  await page.keyboard.type(" today")
  await page.reload()
  const again = await openMail(page)
  await expect(again.getByText("This is your earlier draft.")).toBeVisible()
  const text = again.getByRole("textbox", { name: "Text" })
  await expect(text).toContainText("they are here today")
  await expect(text.locator("b")).toHaveText("they are here today")
  await expect(again.getByRole("textbox", { name: "Subject" })).toHaveValue("Two containers")

  await text.focus()
  await page.keyboard.press("Control+Enter")
  await expect(again).toBeHidden()
  await page.getByRole("button", { name: "Undo" }).click()
  await expect(again).toBeVisible()
  await expect(again.getByRole("textbox", { name: "Text" })).toContainText("Dear Joan,")
  await again.getByRole("tab", { name: "Sent" }).click()
  await expect(again.getByText("Cancelled", { exact: true })).toBeVisible()
  await again.getByRole("tab", { name: "Write" }).click()
  await again.getByRole("textbox", { name: "Subject" }).focus()
  await page.keyboard.press("Control+Enter")
  await expect(message(page, "E-mail sent to joan@shipper.example.")).toBeVisible()
  await expect(async () => {
    expect(await mailsTo("joan@shipper.example", server.dataDir)).toHaveLength(1)
  }).toPass({ timeout: 30_000 })
  const [mail = ""] = await mailsTo("joan@shipper.example", server.dataDir)
  expect(mail).toContain("Subject: Two containers")
  expect(mail).toContain("<b>they are here today</b>")
})

test("recipients come from contacts and tags, files travel along, and a mail can leave later", async ({
  page,
  complaints,
  server,
}) => {
  test.slow()
  complaints.expect(/status of 422/u)
  complaints.expect(LOOKED_INTO)
  await registerVerified(page, newRegistration(), server)
  const tag = idIn(
    await call(page, "POST", "/contact/api/v1/contact-tags", { body: { name: "Roses" } }),
  )
  const people = [
    { displayName: "Joan Wolf", address: "joan@shipper.example", doNotContact: false },
    { displayName: "Silent Sam", address: "sam@shipper.example", doNotContact: true },
    { displayName: "Rosa Lind", address: "rosa@shipper.example", doNotContact: false },
  ]
  await Promise.all(
    people.map(({ address, ...rest }) =>
      call(page, "POST", "/contact/api/v1/contacts", {
        body: { ...rest, tags: [tag], emails: [{ address, type: "work", primary: true }] },
      }),
    ),
  )
  await call(page, "POST", "/drive/api/v1/filesystem/file/content?name=rates.txt", {
    body: "By sea",
    type: "application/octet-stream",
  })
  const dialog = await openMail(page)
  const to = dialog.getByRole("combobox", { name: "To" })
  await to.fill("silent")
  await dialog.getByRole("option", { name: /Silent Sam/u }).click()
  await expect(dialog.getByText("Silent Sam has opted out of e-mail.")).toBeVisible()
  await to.fill("roses")
  await dialog.getByRole("option", { name: /Tag Roses/u }).click()
  await expect(dialog.getByText(/2 contacts with the tag Roses/u)).toBeVisible()
  await expect(dialog.getByRole("button", { name: /Remove Rosa Lind/u })).toBeVisible()
  await to.fill("sam@shipper.example")
  await to.press("Enter")
  await dialog.getByRole("radio", { name: "One message to all" }).check()

  await dialog.locator("input[type=file]").setInputFiles({
    name: "packing list.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("3 crates"),
  })
  await expect(dialog.getByRole("button", { name: "Remove packing list.txt" })).toBeVisible()
  await dialog.getByRole("button", { name: "From your files" }).click()
  await dialog.getByRole("combobox", { name: "Find file" }).fill("rates")
  await dialog.getByRole("option", { name: "rates.txt" }).click()
  await expect(dialog.getByRole("button", { name: "Remove rates.txt" })).toBeVisible()
  await dialog.getByRole("textbox", { name: "Text" }).fill("See the list.")
  await dialog.getByRole("button", { name: "Send later" }).click()
  await dialog.getByRole("button", { name: "Schedule" }).click()
  await expect(dialog.getByText("This e-mail has no subject.")).toBeVisible()
  await dialog.getByRole("button", { name: "Send without a subject" }).click()

  // The service knows who wants no mails, whatever way the address came.
  await expect(dialog.getByRole("alert").first()).toContainText("The e-mail was not sent")
  await expect(dialog.getByText("Silent Sam has opted out of e-mail.").first()).toBeVisible()
  await dialog.getByRole("button", { name: /Remove.*sam@shipper/u }).click()
  await dialog.getByRole("button", { name: "Schedule" }).click()
  await dialog.getByRole("button", { name: "Send without a subject" }).click()
  await expect(message(page, /The e-mail will be sent on/u)).toBeVisible()

  await openMail(page)
  await dialog.getByRole("tab", { name: "Sent" }).click()
  await expect(dialog.getByText("Scheduled")).toBeVisible()
  await dialog.getByRole("button", { name: /Joan Wolf/u }).click()
  await expect(dialog.getByText("packing list.txt")).toBeVisible()
  await expect(dialog.frameLocator("iframe").getByText("See the list.")).toBeVisible()
  await dialog.getByRole("button", { name: "Cancel sending" }).click()
  await expect(dialog.getByText("Cancelled", { exact: true })).toBeVisible()
})

test("drafts are opened, thrown away and taken out of the bin; a template writes the mail", async ({
  page,
  complaints,
  server,
}) => {
  test.slow()
  complaints.expect(LOOKED_INTO)
  await registerVerified(page, newRegistration(), server)
  const template = await call(page, "POST", "/mail/api/v1/templates", {
    body: {
      name: "Greeting",
      type: "custom",
      contextEntity: "contact",
      defaultLang: "en",
      languages: {
        en: { subject: "Hello {{contact.firstName}}", html: "<p>Dear {{contact.firstName}},</p>" },
      },
    },
  })
  await call(page, "POST", `/mail/api/v1/templates/${idIn(template)}/publish`)
  await call(page, "POST", "/contact/api/v1/contacts", {
    body: { firstName: "Joan", lastName: "Wolf", emails: [{ address: "joan@shipper.example" }] },
  })
  await call(page, "POST", "/mail/api/v1/drafts", {
    body: { to: [{ address: "x@y.example" }], subject: "Begun", html: "<p>one</p>" },
  })
  const dialog = await openMail(page)
  await dialog.getByRole("tab", { name: "Drafts" }).click()
  await dialog.getByRole("button", { name: "Delete draft Begun" }).click()
  await expect(dialog.getByText(/No drafts/u)).toBeVisible()
  await dialog.getByRole("button", { name: "Undo" }).click()
  await dialog.getByRole("button", { name: /x@y.example Begun/u }).click()
  await expect(dialog.getByRole("textbox", { name: "Text" })).toHaveText("one")

  await dialog.getByRole("combobox", { name: "Template" }).selectOption({ label: "Greeting" })
  await expect(dialog.getByText("These merge fields have no value")).toBeVisible()
  await dialog.getByRole("combobox", { name: "Related to" }).fill("Joan")
  await dialog.getByRole("option", { name: /Joan Wolf/u }).click()
  await expect(dialog.frameLocator("iframe").getByText("Dear Joan,")).toBeVisible()
  await dialog.getByRole("button", { name: "Change text" }).click()
  await expect(dialog.getByRole("textbox", { name: "Text" })).toHaveText("Dear Joan,")
  await dialog.getByRole("combobox", { name: "Template" }).selectOption("")
  await dialog.getByRole("button", { name: "Discard" }).click()
  await expect(message(page, "Draft moved to the bin.")).toBeVisible()
})

test("who may not send is offered no mail, and an expired subscription blocks the dialog with the text of the banner", async ({
  page,
  browser,
  server,
  complaints,
}) => {
  test.slow()
  complaints.expect(/status of 40[13]/u)
  const registration = newRegistration()
  await registerVerified(page, registration, server)
  const { guest, id } = await colleague(page, registration, { browser, server })
  const roles = await call(page, "GET", "/iam/api/v1/roles?search=Viewer")
  await call(page, "PATCH", `/iam/api/v1/users/${id}`, { body: { roleIds: [idIn(roles)] } })
  await guest.goto("/dashboard")
  await expect(guest.getByRole("button", { name: "Notifications" })).toBeVisible()
  await expect(guest.getByRole("button", { name: "New message" })).toHaveCount(0)

  await endSubscription(page, { browser, server })
  await page.goto("/dashboard")
  await page.getByRole("button", { name: "New message" }).click()
  const refusal = page.getByRole("alert").getByText(EXPIRED)
  await expect(refusal).toBeVisible()
  await expect(page.getByRole("dialog", { name: "Mail" })).toBeHidden()
  await expect(refusal).toBeHidden()
})
