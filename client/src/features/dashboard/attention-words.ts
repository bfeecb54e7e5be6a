/** What each kind of waiting work is called, and where it is done. */
import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import type { IconName } from "#client/ui/icon-shapes.ts"

import type { AttentionGroup } from "./dashboard-data.ts"

interface AttentionWords {
  icon: IconName
  counted: readonly [one: string, many: string]
  /** The part of the mail dialog in which it is; `null` for what has a page. */
  part: "drafts" | "sent" | null
}

export const ATTENTION: Readonly<Record<AttentionGroup["kind"], AttentionWords>> = {
  assignedIssue: {
    icon: "flag",
    counted: [msg("{count} issue assigned to you"), msg("{count} issues assigned to you")],
    part: null,
  },
  failedMail: {
    icon: "send",
    counted: [msg("{count} e-mail not delivered"), msg("{count} e-mails not delivered")],
    part: "sent",
  },
  faultyImport: {
    icon: "upload",
    counted: [msg("{count} import with errors"), msg("{count} imports with errors")],
    part: null,
  },
  expiringInvitation: {
    icon: "users",
    counted: [msg("{count} invitation expiring"), msg("{count} invitations expiring")],
    part: null,
  },
  mailDraft: {
    icon: "mail",
    counted: [msg("{count} draft not sent"), msg("{count} drafts not sent")],
    part: "drafts",
  },
}

/** Kind of the imported records → what an import of them is called, and the list in which it is. */
const IMPORTS: Readonly<Record<string, { name: string; path: string }>> = {
  airport: { name: msg("Import of airports"), path: paths.airports() },
  contact: { name: msg("Import of contacts"), path: paths.contacts() },
  contactTag: { name: msg("Import of tags"), path: paths.contactTags() },
  country: { name: msg("Import of countries"), path: paths.countries() },
  currency: { name: msg("Import of currencies"), path: paths.currencies() },
  oceanport: { name: msg("Import of ocean ports"), path: paths.oceanPorts() },
  picklistGroup: { name: msg("Import of picklists"), path: paths.picklists() },
  picklistValue: { name: msg("Import of picklist values"), path: paths.picklistValues() },
  receivinglocation: {
    name: msg("Import of receiving locations"),
    path: paths.receivingLocations(),
  },
  user: { name: msg("Import of users"), path: paths.users() },
}

export function importOf(entity: string): { name: string; path: string | null } {
  return IMPORTS[entity] ?? { name: entity, path: null }
}
