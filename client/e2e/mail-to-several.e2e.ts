/** Mail to several contacts: a message of its own to each, what becomes of each, and one message to all. */
import type { Locator, Page } from "@playwright/test"

import { attachedFile } from "./attachments.ts"
import { call, newRegistration, registerVerified } from "./company.ts"
import { noFaultsInMail } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { message } from "./messages.ts"
import { LOOKED_INTO, enter, mailsFor, withMailboxes } from "./with-mailboxes.ts"

const JOAN = "joan@shipper.example"
const JUERGEN = "juergen@carrier.example"
const INES = "ines@broker.example"
const SAM = "sam@shipper.example"

const DRIVE = "/drive/api/v1/filesystem/file"
const PACKING_LIST = "3 crates"

const PEOPLE = [
  { firstName: "Joan", lastName: "Wolf", language: "en", address: JOAN, doNotContact: false },
  { firstName: "Jürgen", lastName: "Klein", language: "de", address: JUERGEN, doNotContact: false },
  { firstName: "Inés", lastName: "Soto", language: "es", address: INES, doNotContact: false },
  { firstName: "Sam", lastName: "Silent", language: "en", address: SAM, doNotContact: true },
]

async function addPeople(page: Page): Promise<void> {
  await Promise.all(
    PEOPLE.map(({ address, ...rest }) =>
      call(page, "POST", "/contact/api/v1/contacts", {
        body: { ...rest, emails: [{ address, type: "work", primary: true }] },
      }),
    ),
  )
}

async function openMail(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "New message" }).click()
  const dialog = page.getByRole("dialog", { name: "Mail" })
  await expect(dialog.getByRole("combobox", { name: "To" })).toBeVisible()
  return dialog
}

async function addTo(dialog: Locator, names: readonly string[]): Promise<void> {
  const to = dialog.getByRole("combobox", { name: "To" })
  for (const name of names) {
    // oxlint-disable-next-line no-await-in-loop -- one is taken before the next is typed
    await to.fill(name)
    // oxlint-disable-next-line no-await-in-loop -- the same
    await dialog.getByRole("option", { name: new RegExp(name, "u") }).click()
  }
}

/** "Dear {first name}, it has arrived." */
async function writeGreeting(dialog: Locator, page: Page): Promise<void> {
  await dialog.getByRole("textbox", { name: "Subject" }).fill("Your shipment")
  await dialog.getByRole("textbox", { name: "Text" }).click()
  await page.keyboard.type("Dear ")
  await dialog
    .getByRole("combobox", { name: "Insert recipient details" })
    .selectOption({ label: "First name" })
  await page.keyboard.type(", it has arrived.")
}

for (const width of [1360, 390]) {
  test(`at ${String(width)} px each is greeted by name and gets the file, no address is disclosed, and one that failed is retried`, async ({
    browser,
  }) => {
    test.slow()
    await withMailboxes(browser, width, async (page, mailboxes) => {
      mailboxes.refused.add(JUERGEN)
      await enter(page, mailboxes)
      await addPeople(page)
      const dialog = await openMail(page)
      await addTo(dialog, ["Joan Wolf", "Jürgen Klein", "Inés Soto"])
      const to = dialog.getByRole("combobox", { name: "To" })
      await to.fill(SAM)
      await to.press("Enter")
      await expect(dialog.getByRole("radio", { name: "One message each" })).toBeChecked()
      await expect(dialog.getByText(`${SAM} has opted out of e-mail.`)).toBeVisible()
      await expect(dialog.getByRole("button", { name: "Send 3 messages" })).toBeVisible()
      await expect(dialog.getByRole("button", { name: "Add Cc or Bcc" })).toBeHidden()
      await writeGreeting(dialog, page)
      const uploads: string[] = []
      page.on("request", (request) => {
        const { pathname } = new URL(request.url())
        if (request.method() === "POST" && pathname.startsWith(DRIVE)) uploads.push(pathname)
      })
      await dialog.locator("input[type=file]").setInputFiles({
        name: "packing list.txt",
        mimeType: "text/plain",
        buffer: Buffer.from(PACKING_LIST),
      })
      await expect(dialog.getByRole("button", { name: "Remove packing list.txt" })).toBeVisible()

      await dialog.getByText("Preview messages").click()
      const preview = dialog.getByRole("region", { name: "Preview" })
      const says = preview.frameLocator("iframe")
      await expect(preview.getByText("1 of 4")).toBeVisible()
      await expect(says.getByText("Dear Joan, it has arrived.")).toBeVisible()
      const next = preview.getByRole("button", { name: "Next recipient" })
      await next.focus()
      await page.keyboard.press("Enter")
      await expect(says.getByText("Dear Jürgen, it has arrived.")).toBeVisible()
      await page.keyboard.press("ArrowRight")
      await expect(says.getByText("Dear Inés, it has arrived.")).toBeVisible()
      await page.keyboard.press("End")
      await expect(preview.getByText(`${SAM} has opted out of e-mail.`)).toBeVisible()
      await page.keyboard.press("Home")
      await expect(says.getByText("Dear Joan, it has arrived.")).toBeVisible()
      await noFaultsInMail(page)

      await dialog.getByRole("button", { name: "Send 3 messages" }).click()
      const results = dialog.getByRole("region", { name: "Results" })
      const result = (name: string) => results.getByRole("listitem").filter({ hasText: name })
      await expect(result(SAM)).toContainText("Left out")
      await expect(result("Joan Wolf")).toContainText("Sent", { timeout: 30_000 })
      await expect(result("Inés Soto")).toContainText("Sent")
      await expect(result("Jürgen Klein")).toContainText("Rejected by the recipient's server")
      await expect(result("Jürgen Klein")).toContainText("mailbox full")
      await expect(dialog.getByText("2 of 3 sent")).toBeVisible()
      await noFaultsInMail(page)
      const shown = dialog.getByRole("region", { name: "Content of the e-mail" })
      await shown.getByRole("button", { name: "Next recipient" }).click()
      await expect(
        shown.frameLocator("iframe").getByText("Dear Jürgen, it has arrived."),
      ).toBeVisible()

      mailboxes.refused.clear()
      await result("Jürgen Klein").getByRole("button", { name: "Retry Jürgen Klein" }).click()
      await expect(result("Jürgen Klein")).toContainText("Sent", { timeout: 30_000 })
      await expect(results.getByRole("button")).toHaveCount(0)
      for (const { address, firstName } of PEOPLE.slice(0, 3)) {
        const mails = mailsFor(mailboxes, address)
        expect(mails).toHaveLength(1)
        expect(mails[0]).toContain(`Dear ${firstName}, it has arrived.`)
        expect(attachedFile(mails[0] ?? "", "txt")?.toString()).toBe(PACKING_LIST)
        const others = PEOPLE.filter((other) => other.address !== address)
        for (const other of others) expect(mails[0]).not.toContain(other.address)
      }
      expect(mailsFor(mailboxes, SAM)).toEqual([])
      expect(uploads).toEqual([`${DRIVE}/content`])
      const files = await call(page, "GET", `${DRIVE}?search=packing`)
      expect(files.match(/"packing list[^"]*"/gu)).toEqual(['"packing list.txt"'])

      // One entry in the list.
      await dialog.getByRole("button", { name: "All e-mails" }).click()
      await expect(dialog.getByRole("listitem")).toHaveCount(1)
      await expect(dialog.getByText("3 sent")).toBeVisible()
    })
  })

  test(`at ${String(width)} px one message goes to all by choice, with To, Cc and Bcc`, async ({
    browser,
  }) => {
    test.slow()
    await withMailboxes(browser, width, async (page, mailboxes) => {
      await enter(page, mailboxes)
      await addPeople(page)
      const dialog = await openMail(page)
      await addTo(dialog, ["Joan Wolf", "Jürgen Klein"])
      await dialog.getByRole("radio", { name: "One message to all" }).check()
      await dialog.getByRole("button", { name: "Add Cc or Bcc" }).click()
      await dialog.getByRole("combobox", { name: /^Cc/u }).fill(`${INES},`)
      await dialog.getByRole("combobox", { name: /^Bcc/u }).fill("archive@harbour.example,")
      await dialog.getByRole("textbox", { name: "Subject" }).fill("The meeting")
      await dialog.getByRole("textbox", { name: "Text" }).fill("On Monday at nine.")
      // Copies and a message to each do not go together, and nothing typed is lost by finding out.
      await dialog.getByRole("radio", { name: "One message each" }).check()
      await dialog.getByRole("button", { name: "Send 2 messages" }).click()
      await expect(
        dialog
          .getByText("Copies are possible only with one message to all.", { exact: false })
          .first(),
      ).toBeVisible()
      await dialog.getByRole("radio", { name: "One message to all" }).check()
      await dialog.getByRole("button", { name: "Send", exact: true }).click()
      await expect(message(page, "E-mail sent to Joan Wolf and others.")).toBeVisible()
      await expect(dialog).toBeHidden()
      await expect(async () => {
        expect(mailsFor(mailboxes, JOAN)).toHaveLength(1)
      }).toPass({ timeout: 30_000 })
      const all = mailboxes.taken.find(({ to }) => to.includes(JOAN))
      expect(all?.to.toSorted()).toEqual(
        [JOAN, JUERGEN, INES, "archive@harbour.example"].toSorted(),
      )
      for (const address of [JOAN, JUERGEN, INES]) expect(all?.text).toContain(address)
      expect(all?.text).not.toContain("archive@harbour.example")
    })
  })
}

test("a message to each is taken back whole, comes back as it was, and can leave later", async ({
  page,
  complaints,
  server,
}) => {
  test.slow()
  complaints.expect(LOOKED_INTO)
  await registerVerified(page, newRegistration(), server)
  await addPeople(page)
  const dialog = await openMail(page)
  await addTo(dialog, ["Joan Wolf", "Jürgen Klein"])
  await writeGreeting(dialog, page)
  await page.keyboard.press("Control+Enter")
  await expect(dialog.getByText("2 messages sent.")).toBeVisible()
  const results = dialog.getByRole("region", { name: "Results" })
  await expect(results.getByText("Waiting", { exact: true })).toHaveCount(2)
  await dialog.getByRole("button", { name: "Undo" }).click()
  await expect(dialog.getByRole("button", { name: /Remove Joan Wolf/u })).toBeVisible()
  await expect(dialog.getByRole("button", { name: /Remove Jürgen Klein/u })).toBeVisible()
  await expect(dialog.getByRole("textbox", { name: "Text" })).toHaveText(
    "Dear {{contact.firstName}}, it has arrived.",
  )
  await dialog.getByRole("tab", { name: "Sent" }).click()
  await expect(dialog.getByText("Cancelled", { exact: true })).toBeVisible()

  await dialog.getByRole("tab", { name: "Write" }).click()
  await dialog.getByRole("button", { name: "Send later" }).click()
  const moment = dialog.getByLabel("Send on")
  const chosen = await moment.inputValue()
  await moment.fill("soon")
  await page.keyboard.press("Control+Enter")
  const schedule = dialog.getByRole("button", { name: "Schedule 2 messages" })
  await expect(schedule).toHaveAttribute("aria-disabled", "true")
  await moment.fill(chosen)
  await schedule.click()
  await expect(dialog.getByText(/2 messages will be sent on/u)).toBeVisible()
  await expect(results.getByText("Waiting", { exact: true })).toHaveCount(2)
  await dialog.getByRole("button", { name: "Cancel sending" }).click()
  await expect(results.getByText("Cancelled", { exact: true })).toHaveCount(2)
})

test("a template is written for each in their language, and what one lacks is said before it leaves", async ({
  page,
  complaints,
  server,
}) => {
  test.slow()
  complaints.expect(LOOKED_INTO)
  complaints.expect(/status of 422/u)
  await registerVerified(page, newRegistration(), server)
  await addPeople(page)
  const made: { data: { _id: string } } = JSON.parse(
    await call(page, "POST", "/mail/api/v1/templates", {
      body: {
        name: "Greeting",
        contextEntity: "contact",
        defaultLang: "en",
        languages: {
          en: { subject: "Hello", html: "<p>Dear {{contact.firstName}},</p>" },
          de: { subject: "Hallo", html: "<p>Guten Tag {{contact.firstName}},</p>" },
        },
      },
    }),
  )
  await call(page, "POST", `/mail/api/v1/templates/${made.data._id}/publish`)
  const dialog = await openMail(page)
  await addTo(dialog, ["Joan Wolf", "Jürgen Klein"])
  await dialog.getByRole("combobox", { name: "Template" }).selectOption({ label: "Greeting" })
  const preview = dialog.getByRole("region", { name: "Preview" })
  const says = preview.frameLocator("iframe")
  await expect(says.getByText("Dear Joan,")).toBeVisible()
  await preview.getByRole("button", { name: "Next recipient" }).click()
  await expect(says.getByText("Guten Tag Jürgen,")).toBeVisible()
  await expect(preview.getByText("Subject: Hallo")).toBeVisible()
  // Whoever changes the text changes it for all.
  await preview.getByRole("button", { name: "Change text" }).click()
  await expect(dialog.getByRole("textbox", { name: "Text" })).toHaveText(
    "Dear {{contact.firstName}},",
  )
  const to = dialog.getByRole("combobox", { name: "To" })
  await to.fill("nobody@known.example")
  await to.press("Enter")
  await dialog.getByRole("button", { name: "Send 3 messages" }).click()
  await expect(
    dialog.getByText(/nobody@known.example: These merge fields have no value/u).first(),
  ).toBeVisible()
  await dialog.getByRole("button", { name: /Remove nobody@known.example/u }).click()
  await dialog.getByRole("button", { name: "Send 2 messages" }).click()
  await expect(dialog.getByText("2 messages sent.")).toBeVisible()
})
