/** Rights in words: what the table of rights calls resources, actions and scopes. */
import type { Action, Resource, Scope } from "./rights.ts"
import { type Values, msg } from "./words.ts"

export const RESOURCE_NAMES: Readonly<Record<Resource, string>> = {
  dashboard: msg("Dashboard"),
  contact: msg("Contacts"),
  contactTag: msg("Contact tags"),
  mail: msg("Mail"),
  template: msg("E-mail templates"),
  file: msg("Files"),
  issue: msg("Issues"),
  report: msg("Reports"),
  company: msg("Company profile"),
  subscription: msg("Subscription"),
  user: msg("Users"),
  role: msg("Roles"),
  group: msg("Groups"),
  audit: msg("Audit history"),
  "port.airport": msg("Airports"),
  "port.oceanport": msg("Ocean ports"),
  "port.receivinglocation": msg("Receiving locations"),
  country: msg("Countries"),
  currency: msg("Currencies"),
  picklist: msg("Picklists"),
  profile: msg("Own profile"),
  notification: msg("Own notifications"),
}

export const ACTION_NAMES: Readonly<Record<Action, string>> = {
  view: msg("View"),
  create: msg("Create"),
  edit: msg("Edit"),
  delete: msg("Delete"),
  restore: msg("Restore"),
  import: msg("Import"),
  export: msg("Export"),
  bulkEdit: msg("Bulk edit"),
  deactivate: msg("Deactivate"),
  merge: msg("Merge"),
  assign: msg("Assign"),
  suspend: msg("Suspend"),
  manage: msg("Manage"),
  publish: msg("Publish"),
  send: msg("Send"),
  run: msg("Run"),
  share: msg("Share"),
  schedule: msg("Schedule"),
  destroy: msg("Delete permanently"),
}

export const SCOPE_NAMES: Readonly<Record<Scope, string>> = {
  own: msg("Own"),
  office: msg("Office"),
  company: msg("Company"),
}

function nameOf(names: Readonly<Record<string, string>>, word: string): string | undefined {
  return Object.hasOwn(names, word) ? names[word] : undefined
}

/** `contact:edit` as people read it; a right of a service elsewhere stays as it is. */
export function rightInWords(right: string, t: (text: string, values?: Values) => string): string {
  const [resource = "", action = ""] = right.split(":")
  const field = nameOf(RESOURCE_NAMES, resource)
  const value = nameOf(ACTION_NAMES, action)
  return field === undefined || value === undefined
    ? right
    : t("{field}: {value}", { field: t(field), value: t(value) })
}
