/** What the audit trail calls deeds and kinds, in words. What is new to this page is spelled out from its own name. */
import { pathText } from "#client/lib/change.ts"
import { msg } from "#client/lib/words.ts"
import type { TagTone } from "#client/ui/tag.tsx"
import type { Say } from "#client/ui/text.tsx"

interface Deed {
  text: string
  tone?: TagTone
}

const DEEDS: Readonly<Record<string, Deed>> = {
  activate: { text: msg("Activated"), tone: "ok" },
  assign: { text: msg("Assigned") },
  askAddress: { text: msg("Requested an address change") },
  beginView: { text: msg("Started viewing as the role") },
  beginVisit: { text: msg("Started a visit"), tone: "warning" },
  bulkEdit: { text: msg("Changed in bulk") },
  cancel: { text: msg("Cancelled"), tone: "warning" },
  changeAddress: { text: msg("Changed the address") },
  clone: { text: msg("Duplicated"), tone: "ok" },
  create: { text: msg("Created"), tone: "ok" },
  deactivate: { text: msg("Deactivated"), tone: "warning" },
  delete: { text: msg("Deleted"), tone: "danger" },
  destroy: { text: msg("Deleted permanently"), tone: "danger" },
  edit: { text: msg("Changed"), tone: "accent" },
  endSession: { text: msg("Ended a session") },
  endView: { text: msg("Stopped viewing as the role") },
  endVisit: { text: msg("Ended a visit") },
  export: { text: msg("Exported") },
  grantSupport: { text: msg("Granted support access"), tone: "warning" },
  import: { text: msg("Imported"), tone: "ok" },
  invite: { text: msg("Invited"), tone: "ok" },
  list: { text: msg("Listed") },
  lock: { text: msg("Locked"), tone: "danger" },
  merge: { text: msg("Merged"), tone: "warning" },
  publish: { text: msg("Published"), tone: "ok" },
  register: { text: msg("Registered"), tone: "ok" },
  removeAuthenticator: { text: msg("Removed the authenticator app"), tone: "warning" },
  retry: { text: msg("Sent again") },
  restore: { text: msg("Restored"), tone: "ok" },
  revokeSupport: { text: msg("Revoked support access") },
  run: { text: msg("Ran") },
  send: { text: msg("Sent"), tone: "ok" },
  sendNow: { text: msg("Sent immediately"), tone: "ok" },
  sendCode: { text: msg("Was sent a code") },
  share: { text: msg("Shared") },
  signIn: { text: msg("Signed in") },
  signOut: { text: msg("Signed out") },
  suspend: { text: msg("Suspended"), tone: "danger" },
  undo: { text: msg("Undone"), tone: "warning" },
  verifyEmail: { text: msg("Verified the address") },
  view: { text: msg("Viewed") },
  visit: { text: msg("Visited") },
}

const KINDS: Readonly<Record<string, string>> = {
  airport: msg("Airport"),
  audit: msg("Audit history"),
  company: msg("Company"),
  contact: msg("Contact"),
  contactTag: msg("Contact tag"),
  country: msg("Country"),
  currency: msg("Currency"),
  file: msg("File"),
  group: msg("Group"),
  importJob: msg("Import"),
  issue: msg("Issue"),
  issueComment: msg("Comment"),
  mailDraft: msg("Draft"),
  mailMessage: msg("Message"),
  oceanport: msg("Ocean port"),
  office: msg("Office"),
  picklistGroup: msg("Picklist"),
  picklistValue: msg("Picklist value"),
  receivinglocation: msg("Receiving location"),
  report: msg("Report"),
  role: msg("Role"),
  savedView: msg("Saved view"),
  template: msg("Template"),
  templateVersion: msg("Template version"),
  user: msg("User"),
}

/** An action is a kind and a deed: `role.edit`. */
export function deedOf(action: string): Required<Deed> {
  const verb = action.split(".").at(-1) ?? ""
  const known = Object.hasOwn(DEEDS, verb) ? DEEDS[verb] : undefined
  return { text: known?.text ?? pathText(verb), tone: known?.tone ?? "plain" }
}

export function kindText(type: string, t: Say): string {
  const known = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined
  return known === undefined ? pathText(type) : t(known)
}

/** The choices of the filters, sorted as the reader's alphabet has them. */
export const KNOWN_KINDS: readonly string[] = Object.keys(KINDS)

/** Deeds that people look for; the others are found by the search. */
export const KNOWN_DEEDS: readonly string[] = [
  "create",
  "edit",
  "delete",
  "restore",
  "destroy",
  "merge",
  "import",
  "export",
  "publish",
  "send",
  "suspend",
  "signIn",
  "signOut",
]

export const RESULTS: Readonly<Record<string, { text: string; tone: TagTone }>> = {
  ok: { text: msg("Done"), tone: "ok" },
  denied: { text: msg("Denied"), tone: "danger" },
  failed: { text: msg("Failed"), tone: "danger" },
}

export const ORIGINS: Readonly<Record<string, string>> = {
  ui: msg("A page of Waybill"),
  api: msg("A program"),
  import: msg("An import"),
  undo: msg("An undo"),
}

export const ACTORS: Readonly<Record<string, string>> = {
  system: msg("Waybill itself"),
  import: msg("An import"),
  api: msg("A program"),
  support: msg("Support"),
  user: msg("Someone"),
}
