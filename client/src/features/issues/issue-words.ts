/** The closed sets of words of an issue, each with what it is called. */
import { msg } from "#client/lib/words.ts"
import type { TagTone } from "#client/ui/tag.tsx"

export const STATUSES = [
  { value: "new", label: msg("New"), tone: "accent", move: msg("Back to new") },
  { value: "triaged", label: msg("Triaged"), tone: "plain", move: msg("Triage") },
  { value: "inProgress", label: msg("In progress"), tone: "warning", move: msg("Start work") },
  { value: "waiting", label: msg("Waiting"), tone: "plain", move: msg("Put on hold") },
  { value: "resolved", label: msg("Resolved"), tone: "ok", move: msg("Resolve") },
  { value: "closed", label: msg("Closed"), tone: "plain", move: msg("Close") },
  { value: "reopened", label: msg("Reopened"), tone: "danger", move: msg("Reopen") },
] as const satisfies readonly { value: string; label: string; tone: TagTone; move: string }[]

export const TYPES = [
  { value: "bug", label: msg("Something is broken") },
  { value: "dataError", label: msg("Wrong data") },
  { value: "access", label: msg("Access") },
  { value: "request", label: msg("Feature request") },
  { value: "question", label: msg("Question") },
] as const

export const SEVERITIES = [
  { value: "low", label: msg("Low") },
  { value: "medium", label: msg("Medium") },
  { value: "high", label: msg("High") },
  { value: "critical", label: msg("Critical") },
] as const

export const PRIORITIES = [
  { value: "low", label: msg("Low") },
  { value: "normal", label: msg("Normal") },
  { value: "high", label: msg("High") },
  { value: "urgent", label: msg("Urgent") },
] as const

/** The word's entry; a word that is new to this page is shown as it is. */
export function statusOf(word: string): { label: string; tone: TagTone; move: string } {
  return STATUSES.find(({ value }) => value === word) ?? { label: word, tone: "plain", move: word }
}
