/** Made-up answers to the needs of the screens beside the settings: audit, files, issues, reports. */
import type { AuditRow, Chain } from "client/features/audit/audit-data.ts"
import type { Issue, IssueComment } from "client/features/issues/issue-data.ts"
import type { Dataset, Report } from "client/features/reports/report-data.ts"
import type { Body } from "client/lib/input.ts"
import type { DriveFile } from "client/services/drive/transfer.ts"
import type { ReportResult } from "client/services/reports.ts"
import type { components } from "client/wire/api.ts"

const ROWS = Array.from({ length: 12 }, (_, index) => index)
type Wire = components["schemas"]

const INSTANT = "2026-11-20T09:41:00Z"

/** Throws for a need that no screen has. */
export function workBody(key: string, mark: string): Body {
  switch (key) {
    case "trail":
      return part((index) => trailRow(mark, index), mark)
    case "people":
      return part((index) => ({ _id: `${mark}-${index}`, name: mark }), mark)
    case "chain":
      return { data: chain(mark) }
    case "related":
      return { data: related(mark) }
    case "comments":
      return { data: ROWS.map((index) => comment(mark, index)) }
    case "attention":
      return { data: [attention(mark)] }
    case "pinned":
      return { data: [] }
    case "result":
      return { data: result(mark) }
    case "datasets":
      return { data: [dataset(mark)] }
    case "folder":
      return { data: driveFile(mark, 0, "folder") }
    case "tree":
    case "folders":
      return part((index) => driveFile(mark, index, "folder"), mark)
    case "files":
      return part((index) => driveFile(mark, index, "file"), mark)
    default:
      throw new Error(`the need "${key}" has no sample`)
  }
}

/** What waits for somebody. */
function attention(mark: string): Wire["AttentionGroup"] {
  const items = [{ _id: mark, label: mark, at: INSTANT, isDeadline: true }]
  return { kind: "assignedIssue", count: 12, items }
}

/** What a report gave. */
function result(mark: string): ReportResult {
  const column = { isCountry: false, width: null, label: mark }
  return {
    columns: [
      { ...column, key: "kind", field: "kind", kind: "choice", agg: "none" },
      { ...column, key: "count:_id", field: "_id", kind: "number", agg: "count" },
    ],
    rows: ROWS.map((index) => [`${mark} ${index}`, index]),
    totals: [null, 66],
    groups: [],
    chart: {
      type: "bar",
      x: "kind",
      y: "count:_id",
      points: ROWS.map((index) => ({ x: `${mark} ${index}`, y: index })),
    },
    truncated: false,
    at: INSTANT,
    ms: 12,
    timezone: "UTC",
  }
}

/** What belongs to a contact. */
function related(mark: string): Wire["ContactRelated"] {
  return {
    people: {
      total: 250,
      rows: [{ _id: mark, displayName: mark, jobTitle: mark, email: mark, phone: mark }],
    },
    files: { total: 250, rows: [{ _id: mark, name: mark, size: 4200, updatedAt: INSTANT }] },
    mails: {
      total: 250,
      rows: [
        {
          _id: mark,
          subject: mark,
          to: [{ name: mark, address: mark }],
          state: "sent",
          createdAt: INSTANT,
        },
      ],
    },
    activity: [
      {
        _id: mark,
        at: INSTANT,
        actor: { type: "user", id: mark, name: mark, emailId: mark },
        action: "contact.edit",
        entity: { type: "contact", id: mark, label: mark },
        result: "ok",
      },
    ],
  }
}

/** A part of a list by cursor. */
function part(row: (index: number) => object, next: string): Body {
  return { data: ROWS.map(row), pageSize: ROWS.length, next }
}

/** A file, or a folder. */
export function driveFile(mark: string, index: number, kind = "file"): DriveFile {
  return {
    ...meta(mark, index),
    name: `${mark}-${index}`,
    folderId: index % 3 === 0 ? null : mark,
    isFolder: kind === "folder",
    docType: index % 2 === 0 ? "bl" : "other",
    description: mark,
    tags: index % 2 === 0 ? [mark] : [],
    subject: null,
    visibility: index % 3 === 0 ? "private" : "company",
    mime: "application/pdf",
    size: 123_456 * (index + 1),
    sha256: mark,
    versions: [
      { n: 1, size: 1234, by: mark, at: INSTANT, sha256: mark },
      { n: 2, size: 4321, by: mark, at: INSTANT, sha256: mark },
    ].slice(index % 2),
    uploaderId: mark,
    scan: index % 4 === 0 ? "infected" : "clean",
    trashedAt: null,
  }
}

/** What every record carries. */
function meta(mark: string, index: number) {
  return {
    _id: `${mark}-${index}`,
    companyId: mark,
    version: 1,
    createdAt: INSTANT,
    createdBy: mark,
    updatedAt: INSTANT,
    updatedBy: mark,
    deletedAt: null,
    isLocalOverride: false,
  }
}

function chain(mark: string): Chain {
  return { isWhole: true, entries: 1234, head: mark, brokenAt: null, checkedAt: INSTANT }
}

function trailRow(mark: string, index: number): AuditRow {
  return {
    _id: `${mark}-${index}`,
    at: INSTANT,
    result: index % 2 === 0 ? "ok" : "denied",
    seq: index + 1,
    actor: { type: "user", id: index % 2 === 0 ? mark : null, name: mark, emailId: mark },
    action: index % 3 === 0 ? "contact.edit" : "user.signIn",
    entity: { type: index % 3 === 0 ? "contact" : "user", id: mark, label: mark },
    changes:
      index % 3 === 0
        ? [
            { path: "/name", old: null, new: mark, masked: false },
            { path: "/notes", old: `${mark} ${mark.repeat(9)}`, new: mark, masked: false },
            { path: "/tags", old: [mark], new: [1, true], masked: false },
            {
              path: "/address",
              old: { city: mark },
              new: { city: mark, lines: [] },
              masked: false,
            },
            { path: "/secret", old: null, new: null, masked: true },
          ]
        : [],
    reason: index % 2 === 0 ? mark : null,
    batchId: index % 4 === 0 ? mark : null,
    requestId: mark,
    ip: index % 2 === 0 ? mark : null,
    browser: mark,
    origin: "ui",
  }
}

/** An issue; its noun is on every screen that lists it. */
export function issue(mark: string, index: number): Issue {
  return {
    ...meta(mark, index),
    key: `${mark}-${index}`,
    number: index + 1,
    title: mark,
    description: mark,
    type: index % 2 === 0 ? "bug" : "access",
    severity: index % 3 === 0 ? "critical" : "medium",
    priority: index % 3 === 0 ? "urgent" : "normal",
    status: index % 2 === 0 ? "inProgress" : "resolved",
    nextStatuses: index % 2 === 0 ? ["waiting", "resolved"] : ["closed", "reopened"],
    reporterId: mark,
    reporterName: mark,
    assigneeId: index % 2 === 0 ? mark : null,
    assigneeName: index % 2 === 0 ? mark : null,
    watchers: [mark],
    labels: [mark],
    subject: index % 2 === 0 ? { type: "contact", id: mark } : null,
    dueAt: index % 2 === 0 ? INSTANT : null,
    route: `/${mark}`,
    appVersion: mark,
    errorId: mark,
    browser: mark,
    attachments: [],
    resolution: "",
    duplicateOf: null,
    commentCount: index,
  }
}

function comment(mark: string, index: number): IssueComment {
  return {
    ...meta(mark, index),
    issueId: mark,
    body: mark,
    internal: index % 2 === 0,
    authorName: index % 3 === 0 ? null : mark,
  }
}

export function report(mark: string, index: number): Report {
  return {
    ...meta(mark, index),
    name: mark,
    description: mark,
    dataset: "contacts",
    columns: [
      { field: "kind", label: "", width: null, agg: "none", sort: "asc" },
      { field: mark, label: mark, width: 120, agg: "count", sort: "none" },
    ],
    filters: { all: [{ field: "kind", op: "eq", value: mark }, { any: [RECENT, FILLED] }] },
    groupBy: [{ field: "kind", by: "value" }],
    totals: true,
    chart: { type: index % 2 === 0 ? "bar" : "none", x: "kind", y: `count:${mark}` },
    limit: 1000,
    visibility: "company",
    sharedRoles: [],
    ownerId: mark,
    tags: [mark],
    pinned: index === 0,
    isOwn: true,
    schedule: {
      every: index % 2 === 0 ? "week" : "month",
      weekdays: ["mon", "thu"],
      monthDay: 31,
      time: "08:00",
      users: [mark],
      groups: [mark],
      format: "pdf",
      onlyIfRows: true,
      isPaused: index % 3 === 1,
    },
    nextDelivery: index % 3 === 1 ? null : INSTANT,
    lastDelivery: {
      dueAt: INSTANT,
      at: INSTANT,
      sent: 3,
      empty: 1,
      refused: 1,
      failed: index % 2,
      isDone: true,
    },
    lastRun:
      index % 3 === 0
        ? { at: INSTANT, by: mark, ms: 12, rows: 345, status: "ok", error: null }
        : null,
  }
}

const RECENT = { field: "createdAt", op: "ge", value: "-7d" } as const
const FILLED = { field: "notes", op: "filled", value: null } as const

function dataset(mark: string): Dataset {
  const field = {
    words: [],
    aggregates: ["count"],
    ops: ["eq", "filled"],
    is_groupable: true,
    is_country: false,
  }
  return {
    name: "contacts",
    label: mark,
    fields: [
      { ...field, name: "kind", label: mark, kind: "choice", words: [mark] },
      { ...field, name: "createdAt", label: mark, kind: "moment", ops: ["ge"] },
      { ...field, name: "notes", label: mark, kind: "text" },
      { ...field, name: mark, label: mark, kind: "id" },
    ],
  }
}
