/**
 * Made-up records of every kind, by the path of their list. A field that a screen reads must be here, of the right type;
 * the type says which there are.
 */
import type { components } from "client/wire/api.ts"

import { mailTemplate } from "./sample-mail.ts"
import { driveFile, issue, report } from "./sample-work.ts"

type Wire = components["schemas"]

const INSTANT = "2026-11-20T09:41:00Z"

/** The record of this number; rows differ in what tells them apart. */
export function sampleRecord(service: string, mark: string, index: number): object {
  const make = RECORDS[service]
  if (make === undefined) throw new Error(`no sample of ${service}`)
  return { _id: `${mark}-${index}`, ...META, ...make(mark, index) }
}

const META = {
  companyId: null,
  version: 1,
  createdAt: INSTANT,
  createdBy: null,
  updatedAt: INSTANT,
  updatedBy: null,
  deletedAt: null,
  isLocalOverride: false,
}

/** What all reference data have. */
function reference(index: number) {
  return {
    enabled: index % 2 === 0,
    favourite: index === 0,
    source:
      index % 2 === 0
        ? null
        : { package: "ISO", version: "1", key: "key", rowHash: "hash", withdrawn: false },
  }
}

type Make = (mark: string, index: number) => object

const RECORDS: Readonly<Record<string, Make>> = {
  "/drive/api/v1/filesystem/file": driveFile,
  "/iam/api/v1/issue/tracker": issue,
  "/report/api/v1/reportSketch": report,
  "/iam/api/v1/users": (mark, index): Partial<Wire["User"]> => ({
    name: mark,
    firstName: mark,
    lastName: mark,
    emailId: `${mark}@example.org`,
    roles: [{ _id: mark, name: mark, color: "slate" }],
    status: index % 3 === 0 ? "active" : "invited",
    lastLoginAt: index % 2 === 0 ? INSTANT : null,
    emailVerified: true,
    phone: "+31201234567",
    jobTitle: mark,
    department: mark,
    officeId: mark,
    roleIds: [mark],
    products: index % 2 === 0 ? null : [mark],
    groups: [{ _id: mark, name: mark }],
    statusReason: mark,
    invite: { sentAt: INSTANT, expiresAt: INSTANT, sentBy: mark, resendCount: 1 },
    twoFactorAuth: false,
    language: "en",
    timezone: "Europe/Amsterdam",
    dateFormat: "auto",
    hourCycle: "auto",
  }),
  "/iam/api/v1/companies": (mark): Partial<Wire["CompanyProfile"]> => ({
    name: mark,
    legalName: mark,
    short_name: mark,
    company_type: "forwarder",
    account_type: "standard",
    account_setup: "done",
    prefered_language: "en",
    operating_country: "NL",
    currency: "EUR",
    timezone: "Europe/Amsterdam",
    address: { lines: [mark], city: mark, subdivision: mark, postal: mark, country: "NL" },
    phone: "+31201234567",
    email: `${mark}@example.org`,
    website: "https://example.org",
    logoFileId: null,
    registrationNo: mark,
    scac: "ABCD",
    taxIds: [{ country: "NL", type: "VAT", no: mark }],
    units: { mass: "kg", volume: "m3" },
    formats: { date: "dmy", time: "24", number: "point", paper: "a4" },
    workingDays: ["mon", "tue", "wed", "thu", "fri"],
    mail: { fromName: mark, replyTo: "", footer: mark },
    defaultIncoterm: "FOB",
    is_subscribed_for_campaign: false,
    twoFactorAuth: false,
    subscripedPlan: { name: mark, expiryDate: "2027-01-31" },
    products: [mark],
    warnings: [{ pointer: "/address/postal", detail: mark }],
    proposed: { currency: "EUR", timezone: "Europe/Amsterdam" },
  }),
  "/iam/api/v1/app-admin": (mark, index): Partial<Wire["AdminCompany"]> => ({
    name: mark,
    short_name: mark,
    account_type: "standard",
    subscripedPlan: index % 2 === 0 ? { name: mark, expiryDate: "2027-01-31" } : null,
    products: [mark],
    state: index % 3 === 0 ? "active" : "expired",
    operating_country: "NL",
    users: { total: 5, invited: 1, active: 2, suspended: 1, deactivated: 1 },
    supportUntil: index % 2 === 0 ? "2026-11-20T15:00:00Z" : null,
  }),
  "/iam/api/v1/companies/offices": (mark, index) => ({
    name: mark,
    unlocode: "NLRTM",
    timezone: "Europe/Amsterdam",
    phone: "+31201234567",
    isHead: index === 0,
    enabled: index % 2 === 0,
    address: { lines: [mark], city: mark, subdivision: mark, postal: mark, country: "NL" },
    holidays: [{ date: INSTANT.slice(0, 10), name: mark }],
  }),
  "/iam/api/v1/groups": (mark) => ({
    name: mark,
    description: mark,
    memberIds: [mark],
    roleIds: [mark],
  }),
  "/iam/api/v1/roles": (mark, index): Partial<Wire["Role"]> => ({
    name: mark,
    description: mark,
    type: index % 2 === 0 ? "system" : "custom",
    isDefault: index === 0,
    isAssignable: true,
    requires2fa: false,
    code: mark,
    color: "slate",
    permissions: [
      { resource: "contact", actions: ["view", "edit"], scope: "company" },
      { resource: "contact", actions: ["delete"], scope: "own" },
      { resource: "user", actions: ["view", "suspend"], scope: "office" },
    ],
    clonedFrom: null,
    memberCount: index,
  }),
  "/master/api/v1/country": (mark, index): Partial<Wire["NewCountry"]> => ({
    ...reference(index),
    aliases: [mark],
    localNames: { nl: mark },
    timezones: ["Europe/Amsterdam"],
    postalLabel: null,
    postalPattern: null,
    customsUnion: "eu",
    weekStart: 1,
    alpha2: `${mark}-${index}`,
    alpha3: mark,
    numeric: "528",
    name: mark,
    dialCode: index % 2 === 0 ? "+31" : null,
    defaultCurrency: index % 2 === 0 ? "EUR" : null,
    isUserAssigned: index === 1,
  }),
  "/master/api/v1/currency-list": (mark, index): Partial<Wire["Currency"]> => ({
    ...reference(index),
    isBase: index === 0,
    countries: ["NL"],
    subunitName: mark,
    cashRounding: null,
    supersededBy: null,
    code: `${mark}-${index}`,
    numeric: "978",
    name: mark,
    symbol: index % 2 === 0 ? "€" : "",
    exponent: index % 3 === 0 ? null : 2,
    status: index % 2 === 0 ? "active" : "superseded",
  }),
  "/master/api/v1/dropdown-groups": (mark, index): Partial<Wire["NewPicklistGroup"]> => ({
    ...reference(index),
    code: `${mark}-${index}`,
    name: mark,
    module: "home",
    description: mark,
    isSystem: index % 2 === 0,
    allowCustom: index !== 1,
    multiSelect: false,
    sort: "manual",
  }),
  "/master/api/v1/dropdown": (mark, index): Partial<Wire["PicklistValue"]> => ({
    ...reference(index),
    group: mark,
    groupId: mark,
    module: "home",
    code: `${mark}-${index}`,
    label: mark,
    labels: { nl: mark },
    description: mark,
    color: index % 2 === 0 ? "blue" : null,
    sortOrder: index,
    isDefault: index === 0,
    isSystem: index % 2 === 0,
    parentValue: null,
    validFrom: index % 2 === 0 ? "2026-01-01" : null,
    validTo: null,
    standard: index % 3 === 0 ? { list: mark, code: mark } : null,
    mergedInto: index === 2 ? mark : null,
    usageCount: index,
  }),
  "/master/api/v1/airport": port("airport"),
  "/master/api/v1/oceanport": port("oceanport"),
  "/master/api/v1/receivinglocation": port("receivinglocation"),
  "/contact/api/v1/contacts": (mark, index): Partial<Wire["Contact"]> => ({
    kind: index % 2 === 0 ? "person" : "organisation",
    displayName: mark,
    firstName: mark,
    lastName: mark,
    organisationId: index % 2 === 0 ? mark : null,
    organisationName: index % 2 === 0 ? mark : null,
    ownerId: mark,
    ownerName: mark,
    roles: ["shipper", "customer"],
    emails: [{ address: `${mark}@example.org`, type: "work", primary: true, purpose: null }],
    phones: [{ e164: "+31201234567", type: "work", primary: true }],
    addresses: [
      {
        type: "work",
        lines: [mark],
        city: mark,
        subdivision: "",
        postal: mark,
        country: "NL",
        unlocode: "NLRTM",
      },
    ],
    taxIds: [{ country: "NL", type: "Btw-nr.", no: mark }],
    tags: [mark],
    namedTags: [{ _id: mark, name: mark, color: "slate" }],
    salutation: mark,
    jobTitle: mark,
    department: mark,
    website: `https://${mark}.example.org`,
    scac: "",
    notes: mark,
    favourite: true,
    doNotContact: false,
    language: "en",
    timezone: "Europe/Amsterdam",
  }),
  "/contact/api/v1/contact-tags": (mark, index): Partial<Wire["ContactTag"]> => ({
    name: mark,
    description: mark,
    color: "slate",
    scope: index % 2 === 0 ? "company" : "private",
    sortOrder: index,
    usageCount: index,
  }),
  "/iam/api/v1/saved-views": (mark, index): Partial<Wire["SavedView"]> => ({
    name: mark,
    query: "search=a",
    visibility: index % 2 === 0 ? "company" : "private",
    isOwn: index % 2 === 1,
    isDefault: index === 0,
  }),
  "/mail/api/v1/templates": mailTemplate,
  "/log/api/v1/audit": (mark, index): Partial<Wire["AuditEntry"]> => ({
    at: INSTANT,
    actor: { type: "user", id: null, name: mark, emailId: mark },
    action: "user.edit",
    entity: { type: "user", id: mark, label: mark },
    changes: [{ path: "/name", old: mark, new: index % 2 === 0 ? mark : null, masked: false }],
    result: index % 2 === 0 ? "ok" : "denied",
  }),
}

function port(kind: Wire["PortKind"]): Make {
  return (mark, index): Partial<Wire["Airport"]> => ({
    ...reference(index),
    kind,
    name: mark,
    nameAscii: mark,
    unlocode: index % 2 === 0 ? "NLRTM" : "",
    iata: index % 3 === 0 ? "RTM" : "",
    icao: index % 4 === 0 ? "EHRD" : "",
    faaLid: "",
    scheduleK: "",
    aliases: [mark],
    city: index % 2 === 0 ? mark : "",
    subdivision: "",
    country: "NL",
    timezone: index % 2 === 0 ? "Europe/Amsterdam" : "Asia/Tokyo",
    timezoneReason: "",
    parentId: null,
    functions: ["1", "4"],
    lat: 51.9,
    lng: 4.4,
    coordQuality: "unverified",
    elevationFt: null,
    address: mark,
    website: "",
    phone: "",
    notes: mark,
    replacedBy: index === 1 ? mark : null,
    partnerCodes: { customs: mark },
    dockHours: mark,
    instructions: mark,
    appointmentRequired: index % 2 === 0,
    warnings: index === 0 ? [mark] : [],
  })
}

/** A grant that runs, and a visit under it. */
export function supportAccess(mark: string) {
  const beganAt = "2026-11-20T11:00:00Z"
  return {
    running: { _id: mark, note: mark, grantedBy: mark, beganAt, until: "2026-11-20T15:00:00Z" },
    visits: [{ _id: mark, name: mark, beganAt, endedAt: null }],
  }
}
