/**
 * Made-up input for every route: it warms the snapshot and drives the hydration test.
 *
 * Every text carries the marker, put together at run time, so that a test can show that none of it survives in the blob.
 */
import type { OwnUser } from "client/features/settings/profile-form.tsx"
import type { AuditRow } from "client/lib/activity-text.ts"
import type { Body, NeedResult, RenderInput } from "client/lib/input.ts"
import type { Problem } from "client/lib/problem.ts"
import type { SessionUser, SessionView } from "client/lib/session.ts"

import type { ManifestRoute } from "./manifest.ts"
import { sampleAsOf } from "./sample-as-of.ts"
import { SAMPLE_OVERVIEW, SAMPLE_PREVIEW, companyPart } from "./sample-company.ts"
import { sampleIdentity } from "./sample-identity.ts"
import { templateVersion } from "./sample-mail.ts"
import { sampleRecord } from "./sample-records.ts"
import { accessToken, openSession } from "./sample-sign-ins.ts"
import { sampleOriginal, sampleUpgrade } from "./sample-upgrade.ts"
import { workBody } from "./sample-work.ts"

/** How the services answered. */
export type Weather = "ready" | "failed" | "pending"

export const WEATHERS: readonly Weather[] = ["ready", "failed", "pending"]

/** A page: an address that the route answers, and the needs of that route and its parents. */
export interface SamplePage {
  id: string
  url: string
  auth: ManifestRoute["auth"]
  /** Key → template. */
  needs: Readonly<Record<string, string>>
}

/** All routes that show a screen. */
export function samplePages(list: readonly ManifestRoute[]): SamplePage[] {
  const steps = (page: SamplePage) => {
    if (page.id === "login") return [page, secondStep(page)]
    return page.id === "contact" ? [page, { ...page, url: `${page.url}?at=${INSTANT}` }] : [page]
  }
  return pagesBelow(list, "", {}).flatMap(steps)
}

/** Input of a render of this page. */
export function sampleInput({ url, auth, needs }: SamplePage, weather: Weather): RenderInput {
  const mark = marker()
  const data = Object.fromEntries(
    Object.entries(needs).map(([key, template]) => [key, answer(key, template, weather, mark)]),
  )
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
      publicOrigin: null,
      identity: sampleIdentity(mark),
      outside: { maps: false, scripts: [] },
    },
  }
}

function pagesBelow(
  list: readonly ManifestRoute[],
  base: string,
  outer: SamplePage["needs"],
): SamplePage[] {
  return list.flatMap(({ id, path, index, auth, redirect, module, needs, children }) => {
    const url =
      path === null
        ? base
        : `${base}/${path.replace("*", "no/such/page").replaceAll(/:\w+/gu, marker())}`
    const all = { ...outer, ...needs }
    const isPage = (index || path !== null) && !children.some((child) => child.index)
    const shows = isPage && module !== null && redirect === null && auth !== null
    const own = shows ? [{ id, url: url.replaceAll("//", "/"), auth, needs: all }] : []
    return [...own, ...pagesBelow(children, url, all)]
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

function answer(key: string, template: string, weather: Weather, mark: string): NeedResult {
  if (weather === "pending") return null
  if (weather === "failed") return { error: problem(mark) }
  const service = template.replace(/[{?].*$/u, "").replace(/\/$/u, "")
  switch (key) {
    case "rows":
    case "below":
    case "values":
    case "offices":
    case "tags":
      return rows((index) => sampleRecord(service, mark, index))
    case "support":
    case "suppressed":
      return { data: companyPart(key, mark) }
    case "mapsKey":
      return { data: { googleMapKey: mark } }
    case "record":
      return { data: sampleRecord(service, mark, 0) }
    case "history":
      return { data: ROWS.map((index) => sampleRecord("/log/api/v1/audit", mark, index)) }
    case "views":
      return rows((index) => sampleRecord("/iam/api/v1/saved-views", mark, index))
    default:
      return body(key, mark)
  }
}

function problem(mark: string): Problem {
  return { type: "about:blank", title: mark, status: 503, detail: mark }
}

/** As the sign-in page gets it back: a need's failure, and what had been typed. */
const refusedForm = (mark: string): NeedResult =>
  Object.assign({ error: problem(mark) }, { email: mark, code: mark })

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
      formats: { date: "auto", time: "auto", number: "auto", paper: "a4" },
      workingDays: ["mon", "tue", "wed", "thu", "fri"],
      is_subscribed_for_campaign: false,
      twoFactorAuth: false,
      subscripedPlan: weather === "pending" ? null : { name: mark, expiryDate: "2027-01-31" },
      products: [mark],
    },
    products: [mark],
    permissions:
      "dashboard:view audit:view user:view role:view group:view country:view currency:view company:view company:edit company:export mail:view mail:send contactTag:view file:view picklist:view".split(
        " ",
      ),
    isSuperAdmin: weather === "ready",
    isExpired: weather === "failed",
    unread: weather === "ready" ? 10 : 0,
    signInMethod: "sdk",
    endsAt: null,
    viewing: null,
  }
}

/** Rows differ in what tells them apart, and in nothing else. */
const ROWS = Array.from({ length: 12 }, (_, index) => index)
const INSTANT = "2026-11-20T09:41:00Z"

function body(key: string, mark: string): Body {
  switch (key) {
    case "overview":
      return { data: SAMPLE_OVERVIEW }
    case "everything":
      return { data: SAMPLE_PREVIEW }
    case "activity":
      return rows((index) => activity(mark, index))
    case "picklists":
      return rows((index) => sampleRecord("/master/api/v1/dropdown-groups", mark, index))
    case "allRoles":
      return rows((index) => sampleRecord("/iam/api/v1/roles", mark, index))
    case "members":
      return {
        data: ROWS.map((index) => ({
          _id: `${mark}-${index}`,
          name: mark,
          emailId: mark,
          status: "active",
          groupId: index % 2 === 0 ? null : mark,
          groupName: index % 2 === 0 ? null : mark,
        })),
      }
    case "rights":
    case "effective":
      return {
        data: [
          effective(mark, "view", "company"),
          effective(mark, "edit", "office"),
          { ...effective(mark, "export", "own"), sources: [] },
        ],
      }
    case "products":
      return {
        data: [
          { code: mark, name: mark, description: mark, resources: ["contact"], enabled: true },
        ],
      }
    case "me":
      return { data: person(mark, 0).row }
    case "asOf":
      return { data: sampleAsOf(mark, INSTANT) }
    case "original":
      return { data: sampleOriginal(mark) }
    case "upgrade":
      return { data: sampleUpgrade(mark, INSTANT) }
    case "versions":
      return { data: ROWS.map((index) => templateVersion(mark, index)) }
    case "sessions":
      return { data: ROWS.map((index) => openSession(mark, index, INSTANT)) }
    case "tokens":
      return { data: ROWS.map((index) => accessToken(mark, index, INSTANT)) }
    default:
      return workBody(key, mark)
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
    jobTitle: index % 2 === 0 ? mark : "",
    department: "",
    twoFactorAuth: false,
    language: "en",
    timezone: "Europe/Amsterdam",
    dateFormat: "auto",
    timeFormat: "24",
    hourCycle: "auto",
    theme: "system",
    density: "comfortable",
  }
  const label = { _id: mark, name: mark, color: "slate" }
  const row: OwnUser = {
    ...user,
    jobTitle: mark,
    department: mark,
    officeId: null,
    roleIds: [mark],
    products: null,
    statusReason: "",
    signatureHtml: mark,
    notificationPrefs: {
      inviteAccepted: "inApp",
      issueAssigned: "email",
      importFinished: "off",
      accessChanged: "inApp",
      mailFailed: "inApp",
      supportVisit: "inApp",
    },
    invite: null,
    isSuperAdmin: false,
    roles: [label],
    groups: [{ _id: mark, name: mark }],
    status: index % 3 === 0 ? "active" : "invited",
    lastLoginAt: index % 2 === 0 ? INSTANT : null,
    ...meta(mark),
  }
  return { user, row }
}

function effective(mark: string, action: string, scope: string) {
  return {
    permission: `contact:${action}`,
    resource: "contact",
    action,
    scope,
    sources: [{ roleId: mark, roleName: mark, groupId: mark, groupName: mark }],
  }
}

function meta(mark: string) {
  return {
    companyId: mark,
    version: 1,
    createdAt: INSTANT,
    createdBy: null,
    updatedAt: INSTANT,
    updatedBy: null,
    deletedAt: null,
    isLocalOverride: false,
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
