/** Companies and their first users for tests: each test registers its own, through the screen. */
import type { Browser, Page, WebSocket } from "@playwright/test"

import { EMULATOR, linkFromEmulator } from "./emulator.ts"
import { expect } from "./fixtures.ts"
import { linkInMailTo } from "./mails.ts"
import type { Server } from "./server.ts"

export type Registration = {
  firstName: string
  lastName: string
  email: string
  password: string
  companyName: string
}

let count = 0

/** A registration that no other test of this run uses. */
export function newRegistration(): Registration {
  count += 1
  const unique = `${String(process.pid)}-${String(count)}-${String(Date.now())}`
  return {
    firstName: "Ada",
    lastName: "Okonkwo",
    email: `ada-${unique}@harbour.example`,
    password: "granite-anchor-42",
    companyName: `Harbour Freight ${unique}`,
  }
}

/** Fills in the registration screen and waits for the dashboard. */
export async function register(page: Page, registration: Registration) {
  await page.goto("/register")
  await page.getByLabel("First name").fill(registration.firstName)
  await page.getByLabel("Last name").fill(registration.lastName)
  await page.getByLabel("Work e-mail address").fill(registration.email)
  await page.getByLabel("Password", { exact: true }).fill(registration.password)
  await page.getByLabel("Company name").fill(registration.companyName)
  await page.getByLabel("Operating country").selectOption({ label: "Netherlands" })
  await page.getByRole("button", { name: "Create account" }).click()
  await expect(page).toHaveURL("/dashboard")
}

/** Fills in the sign-in screen that is open. */
export async function signIn(
  page: Page,
  { email, password }: Pick<Registration, "email" | "password">,
) {
  await page.getByRole("textbox", { name: "E-mail address", exact: true }).fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign in" }).click()
}

/** Signs in as the administrator of the demonstration: 30 people, 400 contacts, half a year of work. */
export async function enterDemo(page: Page, { demo }: Server) {
  if (demo === null) throw new Error("the file does not say test.use({ demo: true })")
  await page.goto("/login")
  await signIn(page, demo)
  await expect(page).toHaveURL("/dashboard")
}

/** Opens the user menu and signs out, once the page has what it begins with: the session answers nothing afterwards. */
export async function signOut(
  page: Page,
  { firstName, lastName }: Pick<Registration, "firstName" | "lastName">,
) {
  await page.waitForLoadState("networkidle")
  await page.getByRole("button", { name: new RegExp(`${firstName} ${lastName}`, "u") }).click()
  await page.getByRole("button", { name: "Sign out", exact: true }).click()
  await expect(page).toHaveURL(/\/login/u)
}

/** Proves the address by the link of the mail that registering sent, and waits until the page knows. */
export async function verify(page: Page, { email }: Registration, { dataDir }: Server) {
  if (EMULATOR === null) {
    await verifyBy(page, await linkInMailTo(email, dataDir))
  } else {
    await fetch(await linkFromEmulator(email))
    await seeVerified(page)
  }
}

/** The same by a link that is known. */
export async function verifyBy(page: Page, link: string) {
  await page.goto(link)
  await page.getByRole("button").click()
  await seeVerified(page)
}

async function seeVerified(page: Page) {
  await page.goto("/dashboard")
  await expect(page.getByRole("main")).toContainText(/\S/u)
  await expect(page.getByText("Please verify your email to activate your account.")).toBeHidden()
}

/** Registers, and proves the address as a person would: nothing leaves to others before. */
export async function registerVerified(page: Page, registration: Registration, server: Server) {
  await register(page, registration)
  await verify(page, registration, server)
}

/** The same where it is not proved yet, for whoever goes on to write to others; the page stays where it is. */
export async function verifyOnce(page: Page, registration: Registration, server: Server) {
  const me = await call(page, "GET", "/iam/api/v1/users/me")
  if (me.includes('"emailVerified":true')) return
  const before = page.url()
  await verify(page, registration, server)
  await page.goto(before)
}

/** Calls a service as the signed-in page does; gives the body. */
export async function call(
  page: Page,
  method: string,
  path: string,
  { body, type = "application/json" }: { body?: unknown; type?: string } = {},
) {
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === "token")?.value ?? ""
  const answer = await page.request.fetch(path, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      "If-Match": "*",
      ...(body === undefined ? {} : { "Content-Type": type }),
    },
    ...(body === undefined ? {} : { data: body }),
  })
  expect(answer.status(), await answer.text()).toBeLessThan(300)
  return await answer.text()
}

/** Invites Ina into the company of `page` and lets her join in a browser of her own; gives her page and the id of her user. */
export async function colleague(
  page: Page,
  registration: Registration,
  { browser, server }: { browser: Browser; server: Server },
): Promise<{ guest: Page; id: string }> {
  await verifyOnce(page, registration, server)
  const { email } = registration
  const address = email.replace("ada-", "ina-")
  const body = { firstName: "Ina", lastName: "Neu", emailId: address }
  const invited = await call(page, "POST", "/iam/api/v1/users", { body })
  const guest = await (await browser.newContext({ baseURL: server.origin })).newPage()
  await expect(async () => {
    await guest.goto(await linkInMailTo(address, server.dataDir))
  }).toPass()
  await guest.getByLabel("Password", { exact: true }).fill("tidal-lantern-17")
  await guest.keyboard.press("Enter")
  await expect(guest).toHaveURL(/\/dashboard$/u)
  return { guest, id: idIn(invited) }
}

/** The id of the record in the answer of a service. */
export function idIn(answer: string): string {
  const id = /"_id":"(?<id>[^"]+)"/u.exec(answer)?.groups?.["id"]
  if (id === undefined) throw new Error(`no record in ${answer}`)
  return id
}

/** Opens the page and gives its socket once the server has admitted it. */
export async function listening(page: Page, path = "/dashboard"): Promise<WebSocket> {
  // The page before may just be opening one.
  await page.goto("about:blank")
  const admitted = new Promise<WebSocket>((resolve) => {
    page.on("websocket", (socket) => {
      socket.on("framereceived", ({ payload }) => {
        if (String(payload).includes('"s":"ok"')) resolve(socket)
      })
    })
  })
  await page.goto(path)
  return admitted
}
