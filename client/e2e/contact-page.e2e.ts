/** A contact reads like a page about somebody: found, opened, called, changed in place, and left for where one was. */
import type { Page } from "@playwright/test"

import { copiedText } from "./clipboard.ts"
import { call, idIn, newRegistration, registerVerified } from "./company.ts"
import { noFaults } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { isHydrated } from "./hydration.ts"
import { pauseAfterTyping, tabTo } from "./keys.ts"
import { message } from "./messages.ts"
import { fact, openForm } from "./reading.ts"

const SERVICE = "/contact/api/v1/contacts"
const WIDTHS = [1360, 390] as const

async function newContact(page: Page, body: object): Promise<string> {
  return idIn(await call(page, "POST", SERVICE, { body }))
}

/** An organisation with two people, a file and a mail. */
async function atlas(page: Page): Promise<{ atlas: string; aiko: string }> {
  const organisation = await newContact(page, {
    kind: "organisation",
    displayName: "Atlas Steel",
    roles: ["shipper"],
    emails: [{ address: "info@atlas.example", type: "work" }],
    phones: [{ e164: "+31104131234", type: "work" }],
    addresses: [
      {
        type: "work",
        lines: ["Havenstraat 1"],
        postal: "3011 AA",
        city: "Rotterdam",
        country: "NL",
      },
    ],
  })
  const aiko = await newContact(page, {
    firstName: "Aiko",
    lastName: "Haddad",
    jobTitle: "Export manager",
    organisationId: organisation,
    emails: [{ address: "aiko@atlas.example", type: "work" }],
  })
  await newContact(page, { firstName: "Bram", lastName: "Novak", organisationId: organisation })
  await call(page, "POST", "/drive/api/v1/filesystem/file", {
    body: { name: "Rates", isFolder: true, subject: { type: "contact", id: organisation } },
  })
  await call(page, "POST", "/mail/api/v1/send", {
    body: {
      to: [{ name: "Aiko", address: "aiko@atlas.example" }],
      subject: "Two containers",
      html: "<p>They are here.</p>",
    },
  })
  return { atlas: organisation, aiko }
}

async function expectNoSidewaysScroll(page: Page) {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    "no sideways scroll",
  ).toBe(true)
}

for (const width of WIDTHS) {
  test(`a contact is read as a page and changed in place, at ${String(width)} px`, async ({
    page,
    server,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height: 844 })
    await registerVerified(page, newRegistration(), server)
    const ids = await atlas(page)

    await test.step("an organisation has its people, files, mails and activity", async () => {
      await page.goto(`/contacts/${ids.atlas}`)
      await expect(page).toHaveTitle("Atlas Steel · Waybill")
      const people = page.getByRole("region", { name: "People" })
      await expect(people.getByRole("link", { name: "Bram Novak" })).toBeVisible()
      await expect(people).toContainText("Export manager")
      await expect(page.getByRole("region", { name: "Files" })).toContainText("Rates")
      await expect(page.getByRole("region", { name: "E-mails" })).toContainText("Two containers")
      await expect(page.getByRole("region", { name: "Activity" })).toContainText(
        "created the contact Atlas Steel",
      )
      const details = page.getByRole("region", { name: "Contact details" })
      await expect(details).toContainText(/Havenstraat 1\s+3011 AA Rotterdam\s+Netherlands/u)
      await noFaults(page)
      await expectNoSidewaysScroll(page)
    })

    await test.step("a press copies, calls or writes", async () => {
      await page.waitForFunction(isHydrated)
      await expect(page.getByRole("link", { name: "Call", exact: true })).toHaveAttribute(
        "href",
        "tel:+31104131234",
      )
      const details = page.getByRole("region", { name: "Contact details" })
      await details.getByText("info@atlas.example").click()
      await expect(message(page, "info@atlas.example copied.")).toBeVisible()
      await expect.poll(() => copiedText(page)).toBe("info@atlas.example")
      await page.getByRole("button", { name: "Copy +31104131234" }).press("Enter")
      await expect.poll(() => copiedText(page)).toBe("+31104131234")
      await page.getByRole("button", { name: "Write", exact: true }).click()
      const mail = page.getByRole("dialog", { name: "Mail" })
      await expect(mail).toContainText("Atlas Steel")
      await expect(mail.getByRole("textbox", { name: "Subject" })).toBeFocused()
      await page.keyboard.press("Escape")
      await expect(mail).toBeHidden()
    })

    await test.step("a person's organisation is a link, and back", async () => {
      await page.getByRole("link", { name: "Aiko Haddad" }).click()
      await expect(page).toHaveTitle("Aiko Haddad · Waybill")
      await expect(page.getByRole("main")).toContainText("Export manager at Atlas Steel")
      await page.getByRole("link", { name: "Atlas Steel" }).first().click()
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Atlas Steel")
      await page.goBack()
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Aiko Haddad")
    })

    await test.step("a section is changed in its place, and a new tag made where it is chosen", async () => {
      await page.getByRole("link", { name: "Edit: Roles and tags" }).click()
      await expect(page).toHaveURL(`/contacts/${ids.aiko}?edit=sorting`)
      const form = page
        .getByRole("main")
        .locator("form")
        .filter({ has: page.getByLabel("Shipper") })
      await expect(form.getByLabel("Shipper")).toBeFocused()
      await expect(page.getByLabel("Job title")).toBeHidden()
      await expect(page.getByRole("region", { name: "Contact details" })).toContainText(
        "aiko@atlas.example",
      )
      await form.getByLabel("Shipper").check()
      await form.getByRole("combobox", { name: "Tags" }).fill("Reefer")
      await page.getByRole("option", { name: "Create the tag “Reefer”" }).click()
      await expect(form.getByRole("button", { name: "Remove Reefer" })).toBeVisible()
      await noFaults(page)
      await form.getByRole("button", { name: "Save", exact: true }).click()
      await expect(message(page, "Saved.")).toBeVisible()
      await expect(page).toHaveURL(`/contacts/${ids.aiko}`)
      await expect(fact(page, "Tags")).toHaveText("Reefer")
      await expect(fact(page, "Roles")).toHaveText("Shipper")
      await expect(page.getByRole("link", { name: "Edit: Roles and tags" })).toBeFocused()
    })

    await test.step("the full form is a key away, and Escape leaves it", async () => {
      await page.getByRole("heading", { level: 1 }).click()
      await pauseAfterTyping(page)
      await page.keyboard.press("e")
      await expect(page).toHaveURL(`/contacts/${ids.aiko}?edit`)
      await expect(page.getByRole("combobox", { name: /^Kind/u })).toBeFocused()
      await page.keyboard.press("Escape")
      await expect(page).toHaveURL(`/contacts/${ids.aiko}`)
      await expect(page.getByRole("heading", { level: 1 })).toBeFocused()
      await openForm(page)
      await page.getByRole("textbox", { name: "Notes" }).fill("Prefers mail.")
      await page.getByRole("button", { name: "Cancel" }).click()
      await expect(page.getByRole("region", { name: "Notes" })).toContainText("No notes yet.")
      await page.getByRole("button", { name: "Undo" }).filter({ visible: true }).click()
      await expect(page.getByRole("textbox", { name: "Notes" })).toHaveValue("Prefers mail.")
      await page.getByRole("button", { name: "Save", exact: true }).click()
      await expect(page.getByRole("region", { name: "Notes" })).toContainText("Prefers mail.")
      await expectNoSidewaysScroll(page)
    })

    await test.step("a new contact says so, with the way to it", async () => {
      await page.goto("/contacts?page=1")
      await page.getByRole("link", { name: "New contact" }).click()
      await page.getByLabel("First name").fill("Cleo")
      await page.getByLabel("Last name").fill("Adler")
      await page.waitForFunction(isHydrated)
      await page.keyboard.press("Control+Enter")
      await expect(page).toHaveURL(/\/contacts\?page=1$/u)
      await expect(message(page, "Contact created")).toBeVisible()
      await page.getByRole("link", { name: "View" }).filter({ visible: true }).click()
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cleo Adler")
    })
  })
}

test("a person is added to an organisation from its page", async ({ page, server }) => {
  await registerVerified(page, newRegistration(), server)
  const id = await newContact(page, { kind: "organisation", displayName: "Atlas Steel" })
  await page.goto(`/contacts/${id}`)
  await page.waitForFunction(isHydrated)
  await page.getByRole("link", { name: "Add a person" }).click()
  await expect(page.getByRole("combobox", { name: /^Organisation/u })).toHaveValue("Atlas Steel")
  await page.getByLabel("Last name").fill("Novak")
  await page.getByRole("button", { name: "Create" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Novak")
  await page.getByRole("link", { name: "Atlas Steel" }).first().click()
  await expect(
    page.getByRole("region", { name: "People" }).getByRole("link", { name: "Novak" }),
  ).toBeVisible()
})

test("by keyboard alone a contact is opened, changed in place, copied from and left", async ({
  page,
  server,
}) => {
  await registerVerified(page, newRegistration(), server)
  const emails = [{ address: "info@atlas.example", type: "work" }]
  await newContact(page, { displayName: "Atlas Steel", emails })
  await page.goto("/contacts?page=1")
  await expect(page.getByRole("link", { name: "Atlas Steel" })).toBeVisible()
  await page.waitForLoadState("networkidle")
  await page.keyboard.press("j")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused()
  await tabTo(page, page.getByRole("button", { name: "Copy info@atlas.example", exact: true }), 40)
  await page.keyboard.press("Enter")
  await expect.poll(() => copiedText(page)).toBe("info@atlas.example")
  await tabTo(page, page.getByRole("link", { name: "Edit: Notes", exact: true }), 40)
  await page.keyboard.press("Enter")
  await expect(page.getByRole("textbox", { name: "Notes" })).toBeFocused()
  await page.keyboard.type("Prefers mail.")
  await page.keyboard.press("Control+s")
  await expect(page.getByRole("region", { name: "Notes" })).toContainText("Prefers mail.")
  await expect(page.getByRole("link", { name: "Edit: Notes" })).toBeFocused()
})
