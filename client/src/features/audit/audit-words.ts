/** What the audit trail calls kinds of records, places and actors, in words. */
import { pathText } from "#client/lib/change.ts"
import { msg } from "#client/lib/words.ts"
import type { Say } from "#client/ui/text.tsx"

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

export const ORIGINS: Readonly<Record<string, string>> = {
  ui: msg("A page of Waybill"),
  api: msg("A program"),
  import: msg("An import"),
  schedule: msg("A schedule"),
  undo: msg("An undo"),
}

export const ACTORS: Readonly<Record<string, string>> = {
  system: msg("Waybill itself"),
  import: msg("An import"),
  api: msg("A program"),
  support: msg("Support"),
  user: msg("Someone"),
}
