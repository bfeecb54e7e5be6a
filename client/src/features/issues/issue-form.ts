/** What can be said of an issue, and what a new one begins with. */
import { searchValues } from "#client/lib/search.ts"
import { msg } from "#client/lib/words.ts"
import { AttachmentsField } from "#client/records/attachments-field.tsx"
import { issueSource, userSource } from "#client/records/common-sources.ts"
import type { FieldSpec, Section, Values } from "#client/records/fields.ts"
import { MomentField } from "#client/records/moment-field.tsx"
import { subjectControl } from "#client/records/subject-field.tsx"

import { AssigneeField } from "./assignee-field.tsx"
import { PRIORITIES, SEVERITIES, TYPES } from "./issue-words.ts"

const SubjectField = subjectControl([
  "contact",
  "port",
  "user",
  "role",
  "template",
  "report",
  "file",
])

/** What the program noted can be taken out once it is stored, and not written anew. */
const NOTED: readonly FieldSpec[] = [
  { kind: "text", name: "route", label: msg("Page"), max: 300 },
  { kind: "text", name: "errorId", label: msg("Error ID"), max: 100, code: true },
]

export const ISSUE_SECTIONS: readonly Section[] = [
  {
    id: "what",
    title: msg("Details"),
    fields: [
      { kind: "text", name: "title", label: msg("Title"), max: 160, required: true, wide: true },
      { kind: "choice", name: "type", label: msg("Kind"), options: TYPES, required: true },
      {
        kind: "choice",
        name: "severity",
        label: msg("Severity"),
        options: SEVERITIES,
        required: true,
      },
      {
        kind: "choice",
        name: "priority",
        label: msg("Priority"),
        options: PRIORITIES,
        required: true,
      },
      {
        kind: "long",
        name: "description",
        label: msg("Description"),
        max: 20_000,
        rows: 8,
        hint: msg("What you did, what you expected, what happened instead."),
      },
      {
        kind: "custom",
        name: "attachments",
        label: msg("Attachments"),
        Control: AttachmentsField,
        wide: true,
      },
    ],
  },
  {
    id: "who",
    title: msg("Assignment"),
    fields: [
      {
        kind: "custom",
        name: "assigneeId",
        label: msg("Assigned to"),
        Control: AssigneeField,
        wide: false,
      },
      { kind: "custom", name: "dueAt", label: msg("Due"), Control: MomentField, wide: false },
      {
        kind: "lookups",
        name: "watchers",
        label: msg("Watchers"),
        source: userSource,
        max: 50,
        hint: msg("They are notified of every change."),
      },
      { kind: "texts", name: "labels", label: msg("Labels"), max: 20, length: 30 },
      { kind: "custom", name: "subject", label: msg("Related to"), Control: SubjectField },
    ],
  },
  {
    id: "noted",
    title: msg("Diagnostics"),
    intro: msg("This helps us find the cause. Remove anything you don't want to share."),
    fields: NOTED,
  },
  {
    id: "end",
    title: msg("Resolution"),
    fields: [
      {
        kind: "long",
        name: "resolution",
        label: msg("Resolution"),
        max: 2000,
        when: isStored,
      },
      {
        kind: "lookup",
        name: "duplicateOf",
        label: msg("Duplicate of"),
        source: issueSource,
        none: null,
        when: isStored,
      },
    ],
  },
]

/** A new issue has not ended. */
export const NEW_ISSUE_SECTIONS: readonly Section[] = ISSUE_SECTIONS.filter(
  ({ id }) => id !== "end",
)

const BLANK: Values = {
  title: "",
  type: "bug",
  severity: "medium",
  priority: "normal",
  description: "",
  attachments: [],
  assigneeId: null,
  dueAt: null,
  labels: [],
  subject: null,
  route: "",
  errorId: "",
}

/** What a new issue begins with: what its address says of the trouble that led here. */
export function newIssue(url: string): Values {
  const cut = url.indexOf("?")
  const told = cut < 0 ? {} : searchValues(url.slice(cut))
  const { type = "", title = "", errorId = "", route = "" } = told
  return {
    ...BLANK,
    ...(TYPES.some(({ value }) => value === type) ? { type } : {}),
    title: title.slice(0, 160),
    errorId: errorId.slice(0, 100),
    route: route.slice(0, 300),
  }
}

function isStored(values: Values): boolean {
  return values["_id"] !== undefined
}
