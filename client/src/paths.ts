/** Every address of the product is a function here; no screen writes one out. */
import type { OwedFactor } from "#client/lib/search.ts"

export const paths = {
  home: () => "/",
  dashboard: () => "/dashboard",
  login: ({ owed, redirectUri }: LoginQuery & { owed?: OwedFactor } = {}) =>
    `/login${search({ ...secondFactor(owed), redirect_uri: redirectUri })}`,
  register: (query: LoginQuery = {}) => `/register${search({ redirect_uri: query.redirectUri })}`,
  notFound: () => "/notFound",
  settings: () => "/settings",
  profile: () => "/settings/profile",
  accessTokens: () => "/settings/access-tokens",
  users: (query: ListQuery = {}) => `/settings/users${search(query)}`,
  user: (id = ":id") => `/settings/users/${segment(id)}`,
  newUser: () => "/settings/users/create",
  roles: (query: ListQuery = {}) => `/settings/roles${search(query)}`,
  /** `compare` names a role to look at beside it. */
  role: (id = ":id", compare?: string) => `/settings/roles/${segment(id)}${search({ compare })}`,
  newRole: () => "/accounts/roles/create/",
  groups: (query: ListQuery = {}) => `/settings/groups${search(query)}`,
  group: (id = ":id") => `/settings/groups/${segment(id)}`,
  newGroup: () => "/settings/groups/create",
  company: () => "/settings/company",
  offices: (query: ListQuery = {}) => `/settings/company/offices${search(query)}`,
  office: (id = ":id") => `/settings/company/offices/${segment(id)}`,
  newOffice: () => "/settings/company/offices/create",
  /** All companies of the installation, for the operator. */
  companies: (query: ListQuery = {}) => `/settings/companies${search(query)}`,
  /** What was agreed with one of them. */
  contract: (company = ":id") => `/settings/companies/${segment(company)}`,
  countries: (query: ListQuery = {}) => `/settings/countries${search(query)}`,
  country: (id = ":id") => `/settings/countries/${segment(id)}`,
  newCountry: () => "/settings/countries/create",
  currencies: (query: ListQuery = {}) => `/settings/currencies${search(query)}`,
  currency: (id = ":id") => `/settings/currencies/${segment(id)}`,
  newCurrency: () => "/settings/currencies/create",
  airports: (query: ListQuery = {}) => `/settings/airport${search(query)}`,
  airport: (id = ":id") => `/settings/airport/${segment(id)}`,
  newAirport: () => "/settings/airport/create",
  oceanPorts: (query: ListQuery = {}) => `/settings/oceanport${search(query)}`,
  oceanPort: (id = ":id") => `/settings/oceanport/${segment(id)}`,
  newOceanPort: () => "/settings/oceanport/create",
  receivingLocations: (query: ListQuery = {}) => `/settings/receivinglocation${search(query)}`,
  receivingLocation: (id = ":id") => `/settings/receivinglocation/${segment(id)}`,
  newReceivingLocation: () => "/settings/receivinglocation/create",
  templates: (query: ListQuery = {}) => `/settings/templates${search(query)}`,
  template: (id = ":id", type = ":type") => `/settings/templates/${segment(id)}/${segment(type)}`,
  newTemplate: () => "/settings/templates/create",
  picklists: (query: ListQuery = {}) => `/settings/picklist${search(query)}`,
  picklist: (id = ":id") => `/settings/picklist/${segment(id)}`,
  newPicklist: () => "/settings/picklist/create",
  /** Its values in their order. */
  picklistOrder: (code = ":code") => `/settings/picklist/order/${segment(code)}`,
  picklistValues: (query: ListQuery = {}) => `/settings/picklist/values${search(query)}`,
  picklistValue: (id = ":id") => `/settings/picklist/values/${segment(id)}`,
  newPicklistValue: () => "/settings/picklist/values/create",
  contacts: (query: ListQuery = {}) => `/contacts${search(query)}`,
  contact: (id = ":id") => `/contacts/${segment(id)}`,
  newContact: () => "/contacts/create",
  contactTags: (query: ListQuery = {}) => `/contacts/tags${search(query)}`,
  contactTag: (id = ":id") => `/contacts/tags/${segment(id)}`,
  newContactTag: () => "/contacts/tags/create",
  audit: (query: AuditQuery = {}) => `/audit${search(query)}`,
  auditCheck: () => "/audit/check",
  /** All that was done to one record. */
  auditRecord: (type = ":type", id = ":id", after?: string) =>
    `/audit/${segment(type)}/${segment(id)}${search({ after })}`,
  files: (query: FolderQuery = {}) => `/files${search({ ...query })}`,
  folder: (id = ":folder", query: FolderQuery = {}) =>
    `/files/folders/${segment(id)}${search({ ...query })}`,
  allFiles: (query: ListQuery = {}) => `/files/all${search(query)}`,
  file: (id = ":id") => `/files/${segment(id)}`,
  issues: (query: ListQuery = {}) => `/issues${search(query)}`,
  newIssue: (query: IssueQuery = {}) => `/issues/create${search({ ...query })}`,
  issue: (id = ":id") => `/issues/${segment(id)}`,
  reports: (query: ListQuery = {}) => `/reports${search(query)}`,
  newReport: () => "/reports/create",
  report: (id = ":id") => `/reports/${segment(id)}`,
  editReport: (id = ":id") => `/reports/${segment(id)}/edit`,
} as const

/** Where forms are posted that no page answers. */
export const actions = {
  logout: () => "/logout",
  /** Begins a view under other rights: as a role, or as a visitor of a company. */
  viewing: () => "/viewing",
  endViewing: () => "/viewing/end",
} as const

export interface LoginQuery {
  /** Where a successful sign-in leads. */
  redirectUri?: string | undefined
}

/** Where a part of the audit trail begins, and what narrows it down. */
export interface AuditQuery {
  search?: string | undefined
  /** Conditions `field:op:value` that all hold. */
  filter?: readonly string[] | undefined
  after?: string | undefined
}

/** How the files of a folder are sorted, and where a part of them begins. */
export interface FolderQuery {
  sort?: string | undefined
  after?: string | undefined
}

/** What a new issue begins with. */
export interface IssueQuery {
  type?: "access" | "bug" | undefined
  title?: string | undefined
  errorId?: string | undefined
  /** The page that it is about. */
  route?: string | undefined
}

/** The same page, sent once all of it is ready: for readers whose browser fetches nothing later. */
export function waitingPath(url: string): string {
  if (/[?&]wait=true(?:&|$)/u.test(url)) return url
  return `${url}${url.includes("?") ? "&" : "?"}wait=true`
}

/** The same record, to be changed: all of it, or one section of its form. */
export function editPath(record: string, section = ""): string {
  return `${record}?edit${section === "" ? "" : `=${encodeURIComponent(section)}`}`
}

/** The same record as it was at a moment: an instant, or a time on the reader's clock (`2026-11-03T14:05`). */
export function asOfPath(record: string, at: string): string {
  return `${record}?at=${encodeURIComponent(at)}`
}

/** The screen of a record; `null` for kinds that have none. */
export function recordPath(type: string, id: string): string | null {
  switch (type) {
    case "contact":
      return paths.contact(id)
    case "contactTag":
      return paths.contactTag(id)
    case "file":
      return paths.file(id)
    case "issue":
      return paths.issue(id)
    case "report":
      return paths.report(id)
    case "user":
      return paths.user(id)
    case "role":
      return paths.role(id)
    case "group":
      return paths.group(id)
    case "office":
      return paths.office(id)
    case "company":
      return paths.company()
    default:
      return null
  }
}

/** State of a list, as it stands in its address. */
export interface ListQuery {
  page?: number | undefined
  pageSize?: number | undefined
  sort?: string | undefined
  search?: string | undefined
  /** Conditions `field:op:value` that all hold. */
  filter?: readonly string[] | undefined
  bin?: "true" | undefined
  columns?: string | undefined
}

/** Specification 2: the handle, the flag that asks for a code by e-mail, and where that goes. */
function secondFactor(owed: OwedFactor | undefined): Record<string, string> {
  return owed === undefined ? {} : { fbtkn: owed.fbtkn, sendCode: "true", emailId: owed.emailId }
}

type Value = string | number | undefined

function search(
  values: Record<string, Value | readonly string[]> | ListQuery | AuditQuery,
): string {
  const pairs = Object.entries(values).flatMap(
    ([name, value]: [string, Value | readonly string[]]) =>
      (typeof value === "object" ? value : [value]).flatMap((each) =>
        each === undefined || each === ""
          ? []
          : [`${encodeURIComponent(name)}=${encodeURIComponent(each)}`],
      ),
  )
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`
}

/** A value as a part of a path; one that begins with a colon is a place for it. */
function segment(value: string): string {
  return value.startsWith(":") ? value : encodeURIComponent(value)
}
