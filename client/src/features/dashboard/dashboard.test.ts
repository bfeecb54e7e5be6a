import { expect, test } from "vitest"

import type { SessionView } from "#client/lib/session.ts"

import { activityText } from "./activity-text.ts"
import type { AuditRow } from "./dashboard-data.ts"
import { greetingAt, weekdayAt } from "./greeting-words.ts"
import { setupSteps } from "./setup-steps.ts"
import { subscriptionOf } from "./subscription.ts"

const session: SessionView = {
  user: {
    _id: "u",
    name: "Ada Okonkwo",
    firstName: "Ada",
    lastName: "Okonkwo",
    emailId: "ada@harbour.example",
    emailVerified: false,
    twoFactorAuth: false,
    language: "en",
    timezone: "UTC",
    dateFormat: "auto",
    timeFormat: "24",
    theme: "system",
    density: "comfortable",
    phone: null,
    pendingEmail: null,
    photoFileId: null,
    jobTitle: null,
    department: null,
  },
  company: {
    _id: "c",
    name: "Harbour Freight",
    short_name: null,
    company_type: "forwarder",
    account_type: "trial",
    account_setup: "pending",
    prefered_language: "en",
    operating_country: "KI",
    currency: "EUR",
    timezone: "Pacific/Kiritimati",
    address: null,
    phone: null,
    is_subscribed_for_campaign: false,
    twoFactorAuth: false,
    subscripedPlan: null,
    products: [],
  },
  products: [],
  permissions: [],
  isSuperAdmin: false,
  isExpired: false,
  unread: 0,
  signInMethod: "sdk",
}

const NOON = Date.parse("2026-11-20T12:00:00Z")

function until(expiryDate: string | null, isExpired = false): SessionView {
  return {
    ...session,
    isExpired,
    company: { ...session.company, subscripedPlan: { name: "Trial", expiryDate } },
  }
}

test("days left are counted on the company's calendar, which may be a day ahead", () => {
  expect(subscriptionOf(until("2026-11-22"), NOON)).toEqual({
    state: "ending",
    daysLeft: 1,
    lastDay: "2026-11-22",
  })
})

function state(day: string) {
  return subscriptionOf(until(day), NOON).state
}

function done(steps: ReturnType<typeof setupSteps>) {
  return steps.filter((step) => step.done).map((step) => step.key)
}

function read(action: string, type: string, label: string, name = "Ada") {
  const row: AuditRow = {
    _id: "1",
    at: "",
    actor: { type: "user", name },
    action,
    entity: { type, label },
    result: "ok",
  }
  const text = activityText(row)
  return [text.actor, text.deed, text.label].filter((part) => part !== null).join(" ")
}

test("the end is announced from a fortnight on", () => {
  expect([state("2026-12-05"), state("2026-12-06"), state("2026-11-21")]).toEqual([
    "ending",
    "running",
    "ending",
  ])
})

test("whether it is expired is the server's word; without a last day it has no end", () => {
  expect(subscriptionOf(until("2026-12-31", true), NOON).state).toBe("expired")
  expect(subscriptionOf(until("2020-01-01"), NOON)).toMatchObject({ state: "ending", daysLeft: 0 })
  expect(subscriptionOf(until(null), NOON)).toEqual({ state: "open" })
  expect(subscriptionOf(until("soon"), NOON)).toEqual({ state: "open" })
  expect(subscriptionOf(session, NOON)).toEqual({ state: "open" })
})

test("set-up steps follow from the data, and say nothing about what is not known", () => {
  const unknown = setupSteps(session, null)
  expect(done(unknown)).toEqual(["account", "locale"])
  expect(unknown.find((step) => step.key === "colleague")?.note).toBe("")
  const overview = {
    users: 2,
    roles: 4,
    countries: 250,
    currencies: 1,
    timezones: 1,
    picklistValues: 1,
  }
  const rich = {
    ...session,
    user: { ...session.user, emailVerified: true },
    company: {
      ...session.company,
      address: { lines: [], city: "Tarawa", subdivision: "", postal: "", country: "KI" },
      phone: "+31101234567",
    },
  }
  expect(done(setupSteps(rich, overview))).toEqual([
    "account",
    "email",
    "locale",
    "contact",
    "colleague",
  ])
})

test("audit entries read as sentences, unknown ones as they are called", () => {
  expect(read("user.signIn", "user", "Ada")).toBe("Ada signed in")
  expect(read("user.create", "user", "Ada")).toBe("Ada joined the company")
  expect(read("user.create", "user", "Bo")).toBe("Ada created the user Bo")
  expect(read("role.edit", "role", "Operator")).toBe("Ada changed the role Operator")
  expect(read("contactTag.delete", "contactTag", "VIP")).toBe("Ada deleted the contact tag VIP")
  expect(read("port.bulkEdit", "port", "NLRTM")).toBe("Ada port: bulk edit NLRTM")
  expect(read("company.create", "company", "Harbour", "")).toBe(
    "Waybill registered the company Harbour",
  )
})

test("the greeting follows the clock", () => {
  expect([0, 5, 11, 12, 17, 18, 23].map(greetingAt)).toEqual([
    "Hello",
    "Good morning",
    "Good morning",
    "Good afternoon",
    "Good afternoon",
    "Good evening",
    "Good evening",
  ])
  expect(weekdayAt({ year: 2026, month: 11, day: 20 })).toBe("Friday")
})
