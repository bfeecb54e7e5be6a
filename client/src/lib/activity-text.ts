/** Audit entries as sentences: who did what. */
import type { components } from "#client/wire/api.ts"

import { msg } from "./words.ts"

type Wire = components["schemas"]

/** What of an entry is told. Words of closed sets stay texts, as in the lists. */
export type AuditRow = Pick<Wire["AuditEntry"], "_id" | "at" | "action"> & {
  actor: Pick<Wire["AuditActor"], "name"> & { type: string }
  entity: Pick<Wire["AuditEntity"], "type" | "label">
  result: string
}

export interface ActivityText {
  /** The sentence, with places for `{actor}`, `{kind}` and `{label}`. */
  text: string
  actor: string
  /** What kind of thing it was done to, with its article. */
  kind: string
  /** What it is called; empty when the sentence does not name it. */
  label: string
}

/** Said of the actor alone. */
const DEEDS: Readonly<Record<string, string>> = {
  "appAdmin.edit": msg("{actor} changed the contract of {label}"),
  "appAdmin.list": msg("{actor} listed all companies"),
  "appAdmin.view": msg("{actor} viewed the contract of {label}"),
  "appAdmin.visit": msg("{actor} visited {label} as support"),
  "company.beginVisit": msg("{actor} from support started a visit"),
  "company.endVisit": msg("{actor} from support ended a visit"),
  "company.allowAddress": msg("{actor} allowed e-mail to a suppressed address"),
  "company.suppressAddress": msg("E-mail to an address was suppressed"),
  "company.grantSupport": msg("{actor} granted support access"),
  "company.create": msg("{actor} registered the company {label}"),
  "company.register": msg("{actor} registered the company {label}"),
  "company.revokeSupport": msg("{actor} revoked support access"),
  "role.beginView": msg("{actor} started viewing as {label}"),
  "role.endView": msg("{actor} stopped viewing as {label}"),
  "user.signIn": msg("{actor} signed in"),
  "user.sendCode": msg("{actor} was sent a sign-in code"),
  "user.signOut": msg("{actor} signed out"),
}

/** Whoever registers a company is its first user. */
const JOINED = msg("{actor} joined the company")

/** Done to a thing of some kind. */
const VERBS: Readonly<Record<string, string>> = {
  activate: msg("{actor} activated {kind} {label}"),
  assign: msg("{actor} assigned {kind} {label}"),
  bulkEdit: msg("{actor} changed {kind} {label}"),
  clone: msg("{actor} duplicated {kind} {label}"),
  create: msg("{actor} created {kind} {label}"),
  deactivate: msg("{actor} deactivated {kind} {label}"),
  delete: msg("{actor} deleted {kind} {label}"),
  destroy: msg("{actor} permanently deleted {kind} {label}"),
  edit: msg("{actor} changed {kind} {label}"),
  export: msg("{actor} exported {kind} {label}"),
  import: msg("{actor} imported {kind} {label}"),
  invite: msg("{actor} invited {kind} {label}"),
  merge: msg("{actor} merged {kind} {label}"),
  publish: msg("{actor} published {kind} {label}"),
  restore: msg("{actor} restored {kind} {label}"),
  run: msg("{actor} ran {kind} {label}"),
  send: msg("{actor} sent {kind} {label}"),
  share: msg("{actor} shared {kind} {label}"),
  suspend: msg("{actor} suspended {kind} {label}"),
  update: msg("{actor} changed {kind} {label}"),
}

const KINDS: Readonly<Record<string, string>> = {
  airport: msg("the airport"),
  audit: msg("the audit history"),
  company: msg("the company"),
  contact: msg("the contact"),
  contactTag: msg("the tag"),
  country: msg("the country"),
  currency: msg("the currency"),
  file: msg("the file"),
  group: msg("the group"),
  importJob: msg("the import"),
  issue: msg("the issue"),
  issueComment: msg("the comment"),
  mailDraft: msg("the draft"),
  mailMessage: msg("the e-mail"),
  oceanport: msg("the ocean port"),
  office: msg("the office"),
  picklistGroup: msg("the picklist"),
  picklistValue: msg("the value"),
  receivinglocation: msg("the receiving location"),
  report: msg("the report"),
  role: msg("the role"),
  savedView: msg("the view"),
  template: msg("the template"),
  templateVersion: msg("the template version"),
  user: msg("the user"),
}

/** An action is a kind and a deed, such as `role.edit`; one that is new to this page is named as it is. */
export function activityText({ actor, action, entity }: AuditRow): ActivityText {
  const isAboutActor = entity.type === "user" && entity.label === actor.name
  const [kind = "", deed = ""] = action.split(".")
  const own = isAboutActor && action === "user.create" ? JOINED : DEEDS[action]
  return {
    text: own ?? VERBS[deed] ?? msg("{actor}: {kind} {label}"),
    actor: actor.name === "" ? nameOfType(actor.type) : actor.name,
    kind: VERBS[deed] === undefined ? spaced(`${kind} ${deed}`) : (KINDS[kind] ?? spaced(kind)),
    label: isAboutActor ? "" : entity.label,
  }
}

function spaced(name: string): string {
  return name
    .replaceAll(/([A-Z])/gu, " $1")
    .toLowerCase()
    .trim()
}

function nameOfType(type: string): string {
  return type === "support" ? msg("Support") : "Waybill"
}
