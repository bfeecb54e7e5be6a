/** A browser and a server whose mails go to mailboxes of the test, which can refuse them. */
import type { Browser, Page } from "@playwright/test"

import { newRegistration, register, verifyBy } from "./company.ts"
import { Complaints, expect } from "./fixtures.ts"
import { startMailboxes } from "./mailboxes.ts"
import type { Mailboxes } from "./mailboxes.ts"
import { firstLink } from "./mails.ts"
import { startServer } from "./server.ts"
import type { Server } from "./server.ts"

/** In the frame of a mail no script runs, not even Playwright's that records it. */
export const LOOKED_INTO = /Blocked script execution in 'about:blank'/u

/** A browser of this width, at a server whose mails go to mailboxes of the test. */
export async function withMailboxes(
  browser: Browser,
  width: number,
  run: (page: Page, mailboxes: Mailboxes, server: Server) => Promise<void>,
): Promise<void> {
  const mailboxes = await startMailboxes()
  const server = await startServer({ config: mailboxes.config })
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: { width, height: 860 },
  })
  const complaints = new Complaints()
  complaints.expect(LOOKED_INTO)
  try {
    const page = await context.newPage()
    complaints.watch(page, server.origin)
    await run(page, mailboxes, server)
    complaints.none()
  } finally {
    try {
      await context.close()
    } finally {
      await server.stop()
      mailboxes.stop()
    }
  }
}

/** Registers, and proves the address by the mail in its mailbox. */
export async function enter(page: Page, { taken }: Mailboxes): Promise<void> {
  const registration = newRegistration()
  await register(page, registration)
  let link: string | undefined
  await expect(() => {
    const mail = taken.find(({ to }) => to.includes(registration.email))
    link = firstLink(mail?.text ?? "")
    expect(link).toBeDefined()
  }).toPass()
  await verifyBy(page, link ?? "")
}

/** What was taken for an address of the test, besides what the program itself mails. */
export function mailsFor({ taken }: Mailboxes, address: string): readonly string[] {
  return taken.filter(({ to }) => to.includes(address)).map(({ text }) => text)
}
