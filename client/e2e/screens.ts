/** Every screen of the product, once, for all suites that look at each of them: its address and what it reads first. */
import type { Page } from "@playwright/test"

import { editPath, paths } from "#client/paths.ts"

import { call } from "./company.ts"

/** What the screen is, which says how it is to behave when its data do not come. */
export type Kind = (typeof KINDS)[number]

export const KINDS = ["list", "record", "create", "other"] as const

export type Screen = {
  id: string
  kind: Kind
  /** Its address; the id and the code are those of the record it shows. */
  path: (id: string, row: Row) => string
  /** The address at the service, without a query, of what it cannot do without; `null` where it needs nothing. */
  reads: ((id: string, row: Row) => string) | null
  /** The address at the service to which its form is sent; `null` where it has none. */
  writes: ((id: string, row: Row) => string) | null
  /** The list, at the service, whose first row is the record that it shows. */
  from?: string
}

export type Row = Readonly<Record<string, unknown>>

/** A screen of one company, with the record found. */
export type Place = {
  id: string
  kind: Kind
  path: string
  reads: string | null
  writes: string | null
}

const IAM = "/iam/api/v1"
const MASTER = "/master/api/v1"
const CONTACT = "/contact/api/v1"
const DRIVE = "/drive/api/v1/filesystem/file"
const ISSUES = `${IAM}/issue/tracker`
const REPORTS = "/report/api/v1/reportSketch"
const TEMPLATES = "/mail/api/v1/templates"
const AUDIT = "/log/api/v1/audit"

type Named = { list: () => string; record?: (id: string) => string; create?: () => string }

/** The list, the record and the new one of a kind. */
function kind(id: string, service: string, { list, record, create }: Named, from = service) {
  const reads = () => service
  const screens: Screen[] = [{ id: `${id} list`, kind: "list", path: list, reads, writes: null }]
  if (record !== undefined) {
    const own = (row: string) => `${service}/${row}`
    screens.push({ id, kind: "record", path: (row) => record(row), reads: own, writes: own, from })
  }
  if (create !== undefined) {
    const path = () => create()
    screens.push({ id: `new ${id}`, kind: "create", path, reads: null, writes: reads })
  }
  return screens
}

const other = (id: string, path: () => string, reads: string | null): Screen => ({
  id,
  kind: "other",
  path: () => path(),
  reads: reads === null ? null : () => reads,
  writes: null,
})

export const GUEST_SCREENS = [paths.login(), paths.register()]

export const SCREENS: readonly Screen[] = [
  other("dashboard", paths.dashboard, `${IAM}/users/me/attention`),
  { ...other("profile", paths.profile, `${IAM}/users/me`), writes: () => `${IAM}/users/me` },
  other("access tokens", paths.accessTokens, `${IAM}/access-tokens`),
  {
    id: "company",
    kind: "record",
    path: () => paths.company(),
    reads: (_, row) => `${IAM}/companies/${text(row["companyId"])}`,
    writes: (_, row) => `${IAM}/companies/${text(row["companyId"])}`,
    from: `${IAM}/users?page=1&pageSize=1`,
  },
  ...kind("office", `${IAM}/companies/offices`, {
    list: () => paths.offices({ page: 1 }),
    record: paths.office,
    create: paths.newOffice,
  }),
  ...kind("user", `${IAM}/users`, {
    list: () => paths.users({ page: 1 }),
    record: paths.user,
    create: paths.newUser,
  }),
  ...kind("role", `${IAM}/roles`, {
    list: () => paths.roles({ page: 1 }),
    record: paths.role,
    create: paths.newRole,
  }),
  ...kind("group", `${IAM}/groups`, {
    list: () => paths.groups({ page: 1 }),
    record: paths.group,
    create: paths.newGroup,
  }),
  ...kind("template", TEMPLATES, {
    list: () => paths.templates({ page: 1 }),
    create: paths.newTemplate,
  }),
  {
    id: "template",
    kind: "record",
    path: (id, row) => paths.template(id, text(row["type"])),
    reads: (id) => `${TEMPLATES}/${id}`,
    writes: (id) => `${TEMPLATES}/${id}`,
    from: TEMPLATES,
  },
  ...kind("country", `${MASTER}/country`, {
    list: () => paths.countries({ page: 1 }),
    record: paths.country,
    create: paths.newCountry,
  }),
  ...kind("currency", `${MASTER}/currency-list`, {
    list: () => paths.currencies({ page: 1 }),
    record: paths.currency,
    create: paths.newCurrency,
  }),
  ...kind("airport", `${MASTER}/airport`, {
    list: () => paths.airports({ page: 1 }),
    record: paths.airport,
    create: paths.newAirport,
  }),
  ...kind("ocean port", `${MASTER}/oceanport`, {
    list: () => paths.oceanPorts({ page: 1 }),
    record: paths.oceanPort,
    create: paths.newOceanPort,
  }),
  ...kind("receiving location", `${MASTER}/receivinglocation`, {
    list: () => paths.receivingLocations({ page: 1 }),
    record: paths.receivingLocation,
    create: paths.newReceivingLocation,
  }),
  ...kind("picklist", `${MASTER}/dropdown-groups`, {
    list: () => paths.picklists({ page: 1 }),
    record: paths.picklist,
    create: paths.newPicklist,
  }),
  ...kind("value of a picklist", `${MASTER}/dropdown`, {
    list: () => paths.picklistValues({ page: 1 }),
    record: paths.picklistValue,
    create: paths.newPicklistValue,
  }),
  other("order of a picklist", () => paths.picklistOrder("incoterm"), `${MASTER}/dropdown`),
  ...kind("contact", `${CONTACT}/contacts`, {
    list: () => paths.contacts({ page: 1 }),
    record: (id) => editPath(paths.contact(id)),
    create: paths.newContact,
  }),
  {
    id: "page of a contact",
    kind: "other",
    path: (id) => paths.contact(id),
    reads: (id) => `${CONTACT}/contacts/${id}`,
    writes: null,
    from: `${CONTACT}/contacts`,
  },
  ...kind("tag", `${CONTACT}/contact-tags`, {
    list: () => paths.contactTags({ page: 1 }),
    record: paths.contactTag,
    create: paths.newContactTag,
  }),
  other("audit", paths.audit, AUDIT),
  other("check of the audit", paths.auditCheck, `${AUDIT}/verify`),
  {
    id: "history of a record",
    kind: "other",
    path: (id) => paths.auditRecord("contact", id),
    reads: () => "/log/api/v1/audit-history",
    writes: null,
    from: `${CONTACT}/contacts`,
  },
  other("files", paths.files, DRIVE),
  ...kind(
    "file",
    DRIVE,
    { list: () => paths.allFiles({ page: 1 }), record: paths.file },
    `${DRIVE}?filter=isFile:eq:true`,
  ),
  {
    id: "folder",
    kind: "other",
    path: (id) => paths.folder(id),
    reads: (id) => `${DRIVE}/${id}`,
    writes: null,
    from: `${DRIVE}?filter=isFolder:eq:true`,
  },
  ...kind("issue", ISSUES, {
    list: () => paths.issues({ page: 1 }),
    record: paths.issue,
    create: paths.newIssue,
  }),
  ...kind("report", REPORTS, { list: () => paths.reports({ page: 1 }) }),
  {
    id: "report",
    kind: "record",
    path: (id) => paths.report(id),
    reads: (id) => `${REPORTS}/${id}`,
    writes: null,
    from: REPORTS,
  },
  {
    id: "change of a report",
    kind: "record",
    path: (id) => paths.editReport(id),
    reads: (id) => `${REPORTS}/${id}`,
    writes: (id) => `${REPORTS}/${id}`,
    from: REPORTS,
  },
  {
    ...other("new report", paths.newReport, `${REPORTS}/datasets`),
    kind: "create",
    writes: () => REPORTS,
  },
  other("not found", paths.notFound, null),
]

/** The screens of super administrators, which no role opens. */
const OPERATOR_SCREENS: readonly Screen[] = kind("contract", `${IAM}/app-admin`, {
  list: () => paths.companies({ page: 1 }),
  record: paths.contract,
})

export function isOperators({ id }: Place): boolean {
  return OPERATOR_SCREENS.some((screen) => screen.id === id)
}

/** What the demonstration has none of. */
const MADE: Readonly<Record<string, object>> = {
  [`${IAM}/groups`]: { name: "Rotterdam desk" },
  [`${MASTER}/receivinglocation`]: {
    name: "Shed 12, Waalhaven",
    country: "NL",
    timezone: "Europe/Amsterdam",
  },
}

/** The screens of the signed-in user, or those of a kind; a record is the first one of its list. */
export async function placesOf(page: Page, only?: Kind): Promise<Place[]> {
  const me: { data: { isSuperAdmin: boolean } } = JSON.parse(
    await call(page, "GET", `${IAM}/users/me`),
  )
  const screens = me.data.isSuperAdmin ? [...SCREENS, ...OPERATOR_SCREENS] : SCREENS
  return await Promise.all(
    screens
      .filter((screen) => only === undefined || screen.kind === only)
      .map(async ({ id, kind: what, path, reads, writes, from }) => {
        const row = from === undefined ? {} : await firstOf(page, from)
        const record = text(row["_id"])
        return {
          id,
          kind: what,
          path: path(record, row),
          reads: reads?.(record, row) ?? null,
          writes: writes?.(record, row) ?? null,
        }
      }),
  )
}

async function firstOf(page: Page, list: string): Promise<Row> {
  const first = list.includes("?") ? list : `${list}?page=1&pageSize=1`
  const { data }: { data: readonly Row[] } = JSON.parse(await call(page, "GET", first))
  const [row] = data
  const made = MADE[list]
  if (row === undefined && made !== undefined) {
    const stored: { data: Row } = JSON.parse(await call(page, "POST", list, { body: made }))
    return stored.data
  }
  if (row === undefined) throw new Error(`the demonstration has nothing in ${list}`)
  return row
}

function text(value: unknown): string {
  return typeof value === "string" ? value : ""
}
