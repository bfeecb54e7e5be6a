/** What the kinds and states of templates are called, and which merge fields there are (after the mail service). */
import { msg } from "#client/lib/words.ts"
import type { Template } from "#client/services/mail/templates.ts"
import type { TagTone } from "#client/ui/tag.tsx"

interface Choice<V> {
  value: V
  label: string
}

export const TYPES: readonly Choice<Template["type"]>[] = [
  { value: "custom", label: msg("Custom") },
  { value: "preAlert", label: msg("Pre-alert") },
  { value: "arrivalNotice", label: msg("Arrival notice") },
  { value: "bookingConfirmation", label: msg("Booking confirmation") },
  { value: "deliveryOrder", label: msg("Delivery order") },
  { value: "quote", label: msg("Quote") },
  { value: "reminder", label: msg("Reminder") },
  { value: "invite", label: msg("Invitation") },
  { value: "verification", label: msg("Address verification") },
  { value: "twoFactor", label: msg("Sign-in code") },
  { value: "passwordReset", label: msg("New password") },
  { value: "notification", label: msg("Notification") },
  { value: "report", label: msg("Report by e-mail") },
]

export const CHANNELS: readonly Choice<Template["channel"]>[] = [
  { value: "email", label: msg("Mail") },
  { value: "inapp", label: msg("In-app message") },
]

export const CONTEXTS: readonly Choice<Template["contextEntity"]>[] = [
  { value: "none", label: msg("No record") },
  { value: "contact", label: msg("Contact") },
  { value: "user", label: msg("Colleague") },
  { value: "company", label: msg("Company") },
  { value: "port", label: msg("Port") },
  { value: "issue", label: msg("Issue") },
]

export const STATUSES: readonly (Choice<Template["status"]> & { tone: TagTone })[] = [
  { value: "draft", label: msg("Draft"), tone: "plain" },
  { value: "published", label: msg("Published"), tone: "ok" },
  { value: "archived", label: msg("Archived"), tone: "warning" },
]

const EVERYWHERE =
  "company.name company.shortName company.phone company.city sender.name sender.firstName sender.lastName sender.emailId sender.phone sender.jobTitle today"

const OF_CONTEXT: Readonly<Record<string, string>> = {
  user: "name firstName lastName emailId phone jobTitle department",
  contact: "displayName salutation firstName lastName jobTitle department email phone website",
  port: "name unlocode iata icao city country timezone",
  issue: "key title type severity priority status dueAt",
}

const OF_TYPE: Readonly<Record<string, string>> = {
  invite: "link expiresAt",
  verification: "link expiresAt",
  passwordReset: "link expiresAt",
  twoFactor: "code expiresAt",
  notification: "title body link",
  report: "title rows madeAt link",
}

/** The merge fields that a template may name: those of what it is about first. */
export function mergeFieldsFor(contextEntity: string, type: string): readonly string[] {
  const own = words(OF_CONTEXT[contextEntity]).map((name) => `${contextEntity}.${name}`)
  return [...own, ...words(OF_TYPE[type]), ...words(EVERYWHERE)]
}

function words(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.split(" ")
}
