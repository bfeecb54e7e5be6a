/** What only the operator of the installation can do to a company. */
import type { Browser, Page } from "@playwright/test"

import { call, newRegistration, register, verify } from "./company.ts"
import { OPERATOR } from "./program.ts"
import type { Server } from "./server.ts"

interface Where {
  browser: Browser
  server: Server
}

/** Ends the subscription of the company whose page it is; the page learns of it when it loads anew. */
export async function endSubscription(page: Page, where: Where) {
  const operator = await operatorFor(page, where)
  await operator.setLastDay("2020-01-01")
  await operator.leave()
}

/** The operator, who looks after the company whose page it is. One for each server. */
export async function operatorFor(page: Page, { browser, server }: Where) {
  const me = await call(page, "GET", "/iam/api/v1/users-token")
  const company = /"companyId":"(?<id>[^"]+)"/u.exec(me)?.groups?.["id"] ?? ""
  const context = await browser.newContext({ baseURL: server.origin })
  const operator = await context.newPage()
  const registration = { ...newRegistration(), email: OPERATOR }
  await register(operator, registration)
  await verify(operator, registration, server)
  return {
    page: operator,
    /** The last day of the company's subscription, as `2026-11-22`. */
    setLastDay: async (expiryDate: string) => {
      const body = { subscripedPlan: { name: "Standard", expiryDate } }
      await call(operator, "PATCH", `/iam/api/v1/app-admin/${company}`, { body })
    },
    leave: () => context.close(),
  }
}
