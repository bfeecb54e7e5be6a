/**
 * Made-up input for every route: it warms the snapshot and drives the hydration test.
 *
 * Every text carries the marker, put together at run time, so that a test can show that none of it survives in the blob.
 */
import type { AuditRow, Overview } from "client/features/dashboard/dashboard-data.ts"
import type {
  CountryRow,
  CurrencyRow,
  RoleRow,
  UserRow,
} from "client/features/listing/list-rows.ts"
import type { ProfileRow } from "client/features/settings/profile-data.ts"
import type { Body, NeedResult, RenderInput } from "client/lib/input.ts"
import type { Problem } from "client/lib/problem.ts"
import type { SessionUser, SessionView } from "client/lib/session.ts"
import type { OpenSession } from "client/services/session/open-sessions.ts"

import type { ManifestRoute } from "./manifest.ts"

/** How the services answered. */
export type Weather = "ready" | "failed" | "pending"

export const WEATHERS: readonly Weather[] = ["ready", "failed", "pending"]

/** A page: an address that the route answers, and the needs of that route and its parents. */
export interface SamplePage {
  id: string
  url: string
  auth: ManifestRoute["auth"]
  needs: readonly string[]
}

/** All routes that show a screen. */
export function samplePages(list: readonly ManifestRoute[]): SamplePage[] {
  const steps = (page: SamplePage) => (page.id === "login" ? [page, secondStep(page)] : [page])
  return pagesBelow(list, "", []).flatMap(steps)
}

/** Input of a render of this page. */
export function sampleInput({ url, auth, needs }: SamplePage, weather: Weather): RenderInput {
  const mark = marker()
  const data = Object.fromEntries(needs.map((key) => [key, answer(key, weather, mark)]))
  return {
    url,
    session: auth === "required" ? session(mark, weather) : null,
    data: auth === "guest" && weather === "failed" ? { form: refusedForm(mark) } : data,
    env: {
      locale: "en",
      timeZone: "Europe/Amsterdam",
      now: "2026-11-20T12:00:00Z",
      theme: "system",
      features: [],
      identity: {
        embedded: true,
        apiKey: mark,
        projectId: mark,
        authDomain: null,
        appId: null,
        databaseUrl: null,
        authEmulator: null,
      },
    },
  }
}

function pagesBelow(
  list: readonly ManifestRoute[],
  base: string,
  outer: readonly string[],
): SamplePage[] {
  return list.flatMap(({ id, path, index, auth, redirect, module, needs, children }) => {
    const url = path === null ? base : `${base}/${path.replace("*", "no/such/page")}`
    const keys = [...outer, ...Object.keys(needs)]
    const isPage = (index || path !== null) && !children.some((child) => child.index)
    const shows = isPage && module !== null && redirect === null && auth !== null
    const own = shows ? [{ id, url: url.replaceAll("//", "/"), auth, needs: keys }] : []
    return [...own, ...pagesBelow(children, url, keys)]
  })
}

/** The page that asks for a code. */
function secondStep(login: SamplePage): SamplePage {
  const mark = marker()
  return { ...login, url: `${login.url}?fbtkn=${mark}&sendCode=true&emailId=${mark}` }
}

function marker(): string {
  return ["warm", "up", "marker"].join("-")
}

function answer(key: string, weather: Weather, mark: string): NeedResult {
  if (weather === "pending") return null
  return weather === "failed" ? { error: problem(mark) } : body(key, mark)
}

function problem(mark: string): Problem {
  return { type: "about:blank", title: mark, status: 503, detail: mark }
}

/** As the sign-in page gets it back: a need's failure, and what had been typed. */
function refusedForm(mark: string): NeedResult {
  return Object.assign({ error: problem(mark) }, { email: mark, code: mark })
}

function session(mark: string, weather: Weather): SessionView {
  const { user } = person(mark, 0)
  return {
    user: { ...user, emailVerified: weather === "ready", theme: "system", density: "comfortable" },
    company: {
      _id: mark,
      name: mark,
      short_name: mark,
      company_type: "forwarder",
      account_type: "standard",
      account_setup: weather === "ready" ? "done" : "pending",
      prefered_language: "en",
      operating_country: "NL",
      currency: "EUR",
      timezone: "America/New_York",
      address: { lines: [mark], city: mark, subdivision: mark, postal: mark, country: "NL" },
      phone: mark,
      is_subscribed_for_campaign: false,
      twoFactorAuth: false,
      subscripedPlan: weather === "pending" ? null : { name: mark, expiryDate: "2027-01-31" },
      products: [mark],
    },
    products: [mark],
    permissions: ["user:view", "role:view"],
    isSuperAdmin: weather === "ready",
    isExpired: weather === "failed",
    unread: weather === "ready" ? 10 : 0,
    signInMethod: "sdk",
  }
}

/** Rows differ in what tells them apart, and in nothing else. */
const ROWS = Array.from({ length: 12 }, (_, index) => index)
const INSTANT = "2026-11-20T09:41:00Z"

function body(key: string, mark: string): Body {
  switch (key) {
    case "overview":
      return {
        data: {
          users: 1234,
          roles: 3,
          countries: 250,
          currencies: 170,
          timezones: 400,
          picklistValues: 90,
        } satisfies Overview,
      }
    case "activity":
      return rows((index) => activity(mark, index))
    case "user":
      return { data: [person(mark, 0).row] }
    case "sessions":
      return { data: ROWS.map((index) => openSession(mark, index)) }
    case "users":
      return rows((index) => person(mark, index).row)
    case "roles":
      return rows((index) => role(mark, index))
    case "countries":
      return rows((index) => country(mark, index))
    case "currencies":
      return rows((index) => currency(mark, index))
    default:
      throw new Error(`the need "${key}" has no sample`)
  }
}

function rows(row: (index: number) => object): Body {
  return { data: ROWS.map(row), page: 1, pageSize: ROWS.length, total: 250 }
}

function person(mark: string, index: number) {
  const user: SessionUser = {
    _id: `${mark}-${index}`,
    name: mark,
    firstName: mark,
    lastName: mark,
    emailId: `${mark}@example.org`,
    emailVerified: index % 2 === 0,
    pendingEmail: null,
    photoFileId: null,
    phone: mark,
    jobTitle: index % 2 === 0 ? mark : null,
    department: null,
    twoFactorAuth: false,
    language: "en",
    timezone: "Europe/Amsterdam",
    dateFormat: "auto",
    timeFormat: "24",
    theme: "system",
    density: "comfortable",
  }
  const row: UserRow & ProfileRow = {
    ...user,
    roles: [{ _id: mark, name: mark }],
    status: index % 3 === 0 ? "active" : "invited",
    lastLoginAt: index % 2 === 0 ? INSTANT : null,
  }
  return { user, row }
}

function openSession(mark: string, index: number): OpenSession {
  return {
    _id: `${mark}-${index}`,
    isCurrent: index === 0,
    browser: mark,
    ip: index % 2 === 0 ? mark : null,
    signInMethod: "sdk",
    startedAt: INSTANT,
    lastSeenAt: INSTANT,
  }
}

function activity(mark: string, index: number): AuditRow {
  return {
    _id: `${mark}-${index}`,
    at: INSTANT,
    actor: { type: "user", name: mark },
    action: "user.signIn",
    entity: { type: "user", label: mark },
    result: index % 2 === 0 ? "ok" : "denied",
  }
}

function role(mark: string, index: number): RoleRow {
  return {
    _id: `${mark}-${index}`,
    name: mark,
    description: mark,
    type: index % 2 === 0 ? "system" : "custom",
    isDefault: index === 0,
    memberCount: index,
  }
}

function country(mark: string, index: number): CountryRow {
  return {
    alpha2: `${mark}-${index}`,
    alpha3: mark,
    numeric: "528",
    name: mark,
    dialCode: index % 2 === 0 ? "+31" : null,
    defaultCurrency: index % 2 === 0 ? "EUR" : null,
    isUserAssigned: index === 1,
  }
}

function currency(mark: string, index: number): CurrencyRow {
  return {
    code: `${mark}-${index}`,
    numeric: "978",
    name: mark,
    symbol: index % 2 === 0 ? "€" : "",
    exponent: index % 3 === 0 ? null : 2,
    status: index % 2 === 0 ? "active" : "superseded",
  }
}
