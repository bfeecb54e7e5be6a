/** Mail that leaves in the working hours of its recipients: told on both clocks before it is sent and while it waits. */
import type { Locator, Page } from "@playwright/test"

import { call, newRegistration, registerVerified } from "./company.ts"
import { noFaultsInMail } from "./faultless.ts"
import { expect, test } from "./fixtures.ts"
import { mailsTo } from "./mails.ts"

/** In the frame of a mail no script runs, not even Playwright's that records it. */
const LOOKED_INTO = /Blocked script execution in 'about:blank'/u

/** Eight hours apart or less, so that it is night in two of them at least; London and Auckland are never at work at once. */
const ZONES = ["Asia/Tokyo", "America/New_York", "Europe/London", "Pacific/Auckland"]

const HOURS = "In each recipient's working hours"

interface Person {
  address: string
  place: string
}

/** The hour that a clock of the zone shows now. */
function hourIn(timeZone: string): number {
  const options = { hour: "numeric", hourCycle: "h23", timeZone } as const
  return Number(new Intl.DateTimeFormat("en-GB", options).format(Date.now()))
}

async function add(page: Page, displayName: string, timezone: string): Promise<Person> {
  const address = `${displayName.toLowerCase()}@port.example`
  await call(page, "POST", "/contact/api/v1/contacts", {
    body: { displayName, timezone, emails: [{ address, type: "work", primary: true }] },
  })
  const place = (timezone.split("/")[1] ?? "").replace("_", " ")
  return { address, place }
}

/** Two people who are not at work now, and will not be within the time of a test. */
async function sleepers(page: Page): Promise<[Person, Person]> {
  const [one = "", other = ""] = ZONES.filter((zone) => hourIn(zone) < 8 || hourIn(zone) >= 17)
  return [await add(page, "Ada", one), await add(page, "Ben", other)]
}

/** Opens a mail to these, with subject and text, by keyboard. */
async function write(page: Page, people: readonly Person[]): Promise<Locator> {
  await page.getByRole("button", { name: "New message" }).focus()
  await page.keyboard.press("Enter")
  const dialog = page.getByRole("dialog", { name: "Mail" })
  await expect(dialog.getByRole("combobox", { name: "To" })).toBeFocused()
  await page.keyboard.type(people.map(({ address }) => `${address},`).join(""))
  await dialog.getByRole("textbox", { name: "Subject" }).focus()
  await page.keyboard.type("Two containers")
  await dialog.getByRole("textbox", { name: "Text" }).focus()
  await page.keyboard.type("They are here.")
  return dialog
}

/** Presses what has this name by keyboard. */
async function press(target: Locator, key = "Enter"): Promise<void> {
  await target.focus()
  await target.press(key)
}

/** "Tue 09:00 in Tokyo, 01:00 for you", where the day for you may be another one. */
function leavesIn(place: string): RegExp {
  return new RegExp(`[A-Z][a-z]{2} 09:00 in ${place}, ([A-Z][a-z]{2} )?\\d\\d:\\d\\d for you`, "u")
}

for (const width of [1360, 390]) {
  test.describe(`at ${String(width)} px`, () => {
    test.use({ viewport: { width, height: 860 } })

    test("each gets the mail at nine of their own clock, unless it is edited or sent at once", async ({
      page,
      server,
      complaints,
    }) => {
      test.slow()
      complaints.expect(LOOKED_INTO)
      await registerVerified(page, newRegistration(), server)
      const [ada, ben] = await sleepers(page)
      const dialog = await write(page, [ada, ben])
      await press(dialog.getByRole("button", { name: "Send later" }))
      // The focus goes to what took the button's place, and the arrow keys choose.
      await expect(dialog.getByRole("radio", { name: "At a set time" })).toBeFocused()
      await page.keyboard.press("ArrowDown")
      await expect(dialog.getByRole("radio", { name: HOURS })).toBeChecked()
      const leaving = dialog.getByRole("list", { name: "Send times" })
      const row = (person: Person) =>
        leaving.getByRole("listitem").filter({ hasText: person.address })
      await expect(row(ada)).toContainText(leavesIn(ada.place))
      await expect(row(ben)).toContainText(leavesIn(ben.place))
      await noFaultsInMail(page)
      // What was chosen outlives the page, as all that is written does.
      await expect(dialog.getByText("Draft saved", { exact: true })).toBeVisible()
      await page.reload()
      await page.getByRole("button", { name: "New message" }).press("Enter")
      await expect(dialog.getByRole("radio", { name: HOURS })).toBeChecked()
      await expect(row(ada)).toContainText(leavesIn(ada.place))

      await dialog.getByRole("textbox", { name: "Text" }).focus()
      await page.keyboard.press("Control+Enter")
      await expect(dialog.getByText("2 messages are scheduled for working hours.")).toBeVisible()
      const results = dialog.getByRole("region", { name: "Results" })
      const result = (person: Person) =>
        results.getByRole("listitem").filter({ hasText: person.address })
      await expect(result(ada)).toContainText(leavesIn(ada.place))
      await expect(result(ben)).toContainText(leavesIn(ben.place))
      await noFaultsInMail(page)

      // It comes back as it was, and can be changed and sent again.
      await press(dialog.getByRole("button", { name: "Edit e-mail" }))
      await expect(dialog.getByRole("textbox", { name: "Subject" })).toHaveValue("Two containers")
      await expect(dialog.getByRole("radio", { name: HOURS })).toBeChecked()
      await dialog.getByRole("textbox", { name: "Subject" }).fill("Three containers")
      await page.keyboard.press("Control+Enter")
      await expect(dialog.getByRole("heading", { name: "Three containers" })).toBeVisible()
      await press(dialog.getByRole("button", { name: "All e-mails" }))
      const mail = dialog.getByRole("listitem").filter({ hasText: "Three containers" })
      await expect(mail).toContainText(/(ada|ben)@port.example: [A-Z][a-z]{2} 09:00 in /u)
      await expect(mail).toContainText("and 1 more")
      await expect(mail).toContainText("Scheduled")
      await expect(
        dialog.getByRole("listitem").filter({ hasText: "Two containers" }),
      ).toContainText("Cancelled")
      await noFaultsInMail(page)

      await press(mail.getByRole("button"))
      await press(dialog.getByRole("button", { name: "Send now instead" }))
      await expect(dialog.getByText("The e-mail is on its way.")).toBeVisible()
      await expect(result(ada)).not.toContainText("for you")
      for (const { address } of [ada, ben]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await expect(async () => {
          expect(await mailsTo(address, server.dataDir)).toHaveLength(1)
        }).toPass({ timeout: 30_000 })
      }
    })

    test("one message to people who are never at work together says so and offers other ways", async ({
      page,
      complaints,
      server,
    }) => {
      test.slow()
      complaints.expect(LOOKED_INTO)
      complaints.expect(/status of 422/u)
      await registerVerified(page, newRegistration(), server)
      const people = [
        await add(page, "Lea", "Europe/London"),
        await add(page, "Aroha", "Pacific/Auckland"),
      ]
      const dialog = await write(page, people)
      await press(dialog.getByRole("radio", { name: "One message to all" }), "Space")
      await press(dialog.getByRole("button", { name: "Send later" }))
      await page.keyboard.press("ArrowDown")
      const why =
        /^lea@port.example in London and aroha@port.example in Auckland are not at work at the same time/u
      const notice = dialog.getByRole("alert").filter({ hasText: why })
      await expect(notice).toBeVisible()
      await noFaultsInMail(page)
      // Nor does the service send it.
      await page.keyboard.press("Control+Enter")
      await expect(dialog.getByText("The e-mail was not sent")).toBeVisible()
      await press(notice.getByRole("button", { name: "Set a time" }))
      await expect(dialog.getByLabel("Send on")).toBeVisible()
      await press(dialog.getByRole("radio", { name: HOURS }), "Space")
      await press(notice.getByRole("button", { name: "Send a message to each" }))
      const leaving = dialog.getByRole("list", { name: "Send times" })
      await expect(leaving.getByRole("listitem")).toHaveCount(2)
      await expect(dialog.getByText("The e-mail was not sent")).toBeHidden()
      await press(dialog.getByRole("button", { name: "Schedule 2 messages" }))
      const results = dialog.getByRole("region", { name: "Results" })
      await expect(results.getByRole("listitem")).toHaveCount(2)
      await press(dialog.getByRole("button", { name: "Cancel sending" }))
      await expect(results.getByText("Cancelled", { exact: true })).toHaveCount(2)
    })
  })
}
