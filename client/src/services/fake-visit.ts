/** For tests: a visit, with a session or without. */
import type { Env } from "#client/lib/input.ts"
import type { SessionView } from "#client/lib/session.ts"
import { createStore } from "#client/lib/store.ts"

import { createQueries } from "./needs.ts"
import type { Visit } from "./page.tsx"

export const SOME_ENV: Env = {
  locale: "en",
  timeZone: "UTC",
  now: "2026-11-20T12:00:00Z",
  theme: "system",
  features: [],
  publicOrigin: null,
  identity: {
    embedded: true,
    passkeys: true,
    apiKey: "k",
    projectId: "p",
    authDomain: null,
    appId: null,
    databaseUrl: null,
    authEmulator: null,
  },
  outside: { maps: false, scripts: [] },
}

/** User `u1` of company `c1`. */
export const SOMEONE: SessionView = {
  user: {
    _id: "u1",
    name: "Ada",
    firstName: "Ada",
    lastName: "",
    emailId: "ada@harbour.example",
    emailVerified: true,
    phone: "",
    pendingEmail: null,
    photoFileId: null,
    jobTitle: "",
    department: "",
    twoFactorAuth: false,
    language: "en",
    timezone: "UTC",
    dateFormat: "auto",
    timeFormat: "24",
    hourCycle: "auto",
    theme: "system",
    density: "comfortable",
  },
  company: {
    _id: "c1",
    name: "Harbour",
    short_name: "",
    company_type: "forwarder",
    account_type: "standard",
    account_setup: "done",
    prefered_language: "en",
    operating_country: "NL",
    currency: "EUR",
    timezone: "Europe/Amsterdam",
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
  permissions: ["dashboard:view", "audit:view", "user:view"],
  isSuperAdmin: false,
  isExpired: false,
  viewing: null,
  unread: 0,
  signInMethod: "sdk",
  endsAt: null,
}

export function fakeVisit(session: SessionView | null, url = "/dashboard"): Visit {
  return {
    url,
    postedForm: null,
    session: createStore(session),
    env: SOME_ENV,
    words: { locale: SOME_ENV.locale, entries: {} },
    queries: createQueries(),
    openedAt: Date.now(),
  }
}
