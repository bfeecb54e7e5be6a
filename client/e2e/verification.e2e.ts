/** The verification mail: sent at registration, kept as a file where no mail server is set, sent again, and confirmed by its link. */
import { newRegistration, register } from "./company.ts"
import { expect, needsOwnProvider, test } from "./fixtures.ts"
import { linkInMailTo } from "./mails.ts"

const BANNER = "Please verify your email to activate your account."
const SENT = "Verification email sent successfully! please check your Inbox."

test("the banner stands until the link of the mail was opened in another tab, and has the mail sent again", async ({
  page,
  context,
  server,
  complaints,
}) => {
  needsOwnProvider("the mail and the page that it leads to are the provider's")
  complaints.expect(/status of 400|was not sent/u)
  const registration = newRegistration()
  await register(page, registration)
  await context.clock.install()
  await page.goto("/dashboard")
  const notices = page.getByRole("complementary", { name: "Notices" })
  await expect(notices).toContainText(`${BANNER}If you have not received Resend Email`)
  const resend = notices.getByRole("button", { name: "Resend Email" })

  // The provider refuses: its error is told and logged, and it can be tried again at once.
  const own = "Many mails were asked for"
  const message = `TOO_MANY_ATTEMPTS_TRY_LATER : ${own}`
  await page.route("**/accounts:sendOobCode*", (route) =>
    route.fulfill({ status: 400, json: { error: { code: 400, message } } }),
  )
  const logged = page.waitForEvent("console", {
    predicate: (line) => line.text().includes(own),
  })
  await resend.click()
  await logged
  const toasts = page.getByRole("alert")
  await expect(toasts).toContainText(`Firebase: ${own} (auth/too-many-requests).`)
  await expect(resend).toHaveAttribute("aria-disabled", "false")
  await page.unroute("**/accounts:sendOobCode*")

  // Sent: the next one has to wait, and the seconds are counted.
  await resend.press("Enter")
  await expect(page.getByText(SENT).filter({ visible: true })).toBeVisible()
  await expect(resend).toHaveAttribute("aria-disabled", "true")
  await expect(notices).toContainText(/again in (?:60|5\d) s/u)
  let mails = 0
  page.on("request", (request) => {
    if (request.url().includes("accounts:sendOobCode")) mails += 1
  })
  await resend.click({ force: true })
  for (let second = 0; second < 61; second += 1) await context.clock.runFor(1000)
  await expect(resend).toHaveAttribute("aria-disabled", "false")
  await expect(notices).not.toContainText("again in")
  expect(mails).toBe(0)

  // Verified in another tab: the banner goes by itself.
  const tab = await context.newPage()
  await tab.goto(await linkInMailTo(registration.email, server.dataDir))
  await tab.getByRole("button").click()
  await tab.goto("/dashboard")
  await expect(tab.getByRole("main")).toContainText(registration.companyName)
  await expect(tab.getByText(BANNER)).toBeHidden()
  await expect(page.getByText(BANNER)).toBeHidden()
})
