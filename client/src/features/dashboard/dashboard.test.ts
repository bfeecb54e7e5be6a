import { expect, test } from "vitest"

import { type AuditRow, activityText } from "#client/lib/activity-text.ts"
import type { SessionView } from "#client/lib/session.ts"
import { translate } from "#client/lib/words.ts"

import { greetingAt, weekdayAt } from "./greeting-words.ts"
import { openSteps, setupSteps } from "./setup-steps.ts"

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
    hourCycle: "auto",
    theme: "system",
    density: "comfortable",
    phone: "",
    pendingEmail: null,
    photoFileId: null,
    jobTitle: "",
    department: "",
  },
  company: {
    _id: "c",
    name: "Harbour Freight",
    short_name: "",
    company_type: "forwarder",
    account_type: "trial",
    account_setup: "pending",
    prefered_language: "en",
    operating_country: "KI",
    currency: "EUR",
    timezone: "Pacific/Kiritimati",
    address: { lines: [], city: "", subdivision: "", postal: "", country: "" },
    phone: "",
    formats: { date: "auto", time: "auto", number: "auto", paper: "a4" },
    workingDays: ["mon", "tue", "wed", "thu", "fri"],
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
  endsAt: null,
  viewing: null,
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
  const { text, ...values } = activityText(row)
  return translate({ locale: "en", entries: {} }, text, values).trim()
}

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
  const rich: SessionView = {
    ...session,
    user: { ...session.user, emailVerified: true },
    company: {
      ...session.company,
      address: { lines: [], city: "Tarawa", subdivision: "", postal: "", country: "KI" },
      phone: "+31101234567",
      formats: { date: "dmy", time: "24", number: "comma", paper: "a4" },
    },
  }
  expect(done(setupSteps(rich, overview))).toEqual([
    "account",
    "email",
    "locale",
    "formats",
    "contact",
    "colleague",
  ])
})

test("set-up offers each user what they can do", () => {
  const steps = setupSteps(session, null)
  const open = (permissions: string[]) =>
    openSteps(steps, { ...session, permissions }).map((step) => step.key)
  expect(open([])).toEqual(["email"])
  expect(open(["company:edit"])).toEqual(["email", "formats", "contact"])
  expect(open(["company:edit", "user:create"])).toEqual([
    "email",
    "formats",
    "contact",
    "colleague",
  ])
})

test("audit entries read as sentences, unknown ones as they are called", () => {
  expect(read("user.signIn", "user", "Ada")).toBe("Ada signed in")
  expect(read("user.create", "user", "Ada")).toBe("Ada joined the company")
  expect(read("user.create", "user", "Bo")).toBe("Ada created the user Bo")
  expect(read("role.edit", "role", "Operator")).toBe("Ada changed the role Operator")
  expect(read("contactTag.delete", "contactTag", "VIP")).toBe("Ada deleted the tag VIP")
  expect(read("receivinglocation.create", "receivinglocation", "Shed 12")).toBe(
    "Ada created the receiving location Shed 12",
  )
  expect(read("voyage.nominate", "voyage", "12E")).toBe("Ada: voyage nominate 12E")
  expect(read("company.create", "company", "Harbour", "")).toBe(
    "Waybill registered the company Harbour",
  )
})

test("the greeting follows the clock", () => {
  expect([0, 5, 11, 12, 17, 18, 23].map(greetingAt)).toEqual([
    "Hello, {name}",
    "Good morning, {name}",
    "Good morning, {name}",
    "Good afternoon, {name}",
    "Good afternoon, {name}",
    "Good evening, {name}",
    "Good evening, {name}",
  ])
  expect(weekdayAt({ year: 2026, month: 11, day: 20 })).toBe("Friday, {date}")
})
