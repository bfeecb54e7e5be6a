/** What is left to do before a company is set up, read from what is known about it. */
import type { SessionView } from "#client/lib/session.ts"
import { type Phrase, msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"

import type { Overview } from "./dashboard-data.ts"

export interface SetupStep {
  key: "account" | "email" | "locale" | "formats" | "contact" | "colleague"
  title: string
  /** How it stands, or why it matters; empty when the title says it all. */
  note: Phrase
  done: boolean
  /** Where it is done, and the right that it takes; `null` for what is done already. */
  place: { path: string; right: string | null } | null
}

/** In the order in which one does them. The count of users decides the last one; without it, it counts as open. */
export function setupSteps(session: SessionView, overview: Overview | null): readonly SetupStep[] {
  const { user, company } = session
  const users = overview?.users ?? 0
  const hasAddress = Object.values(company.address).some((part) => part.length > 0)
  const hasPhone = company.phone !== ""
  const hasFormats = isChosen(company)
  return [
    { key: "account", title: msg("Company registered"), note: "", done: true, place: null },
    {
      key: "email",
      title: msg("E-mail verified"),
      note: user.emailVerified ? "" : msg("Open the link in the message we sent you."),
      done: user.emailVerified,
      place: { path: paths.profile(), right: null },
    },
    {
      key: "locale",
      title: msg("Currency and time zone"),
      note: [company.currency, company.timezone?.replaceAll("_", " ")]
        .filter((part) => part != null && part !== "")
        .join(" · "),
      done: Boolean(company.currency) && Boolean(company.timezone),
      place: { path: paths.company(), right: "company:edit" },
    },
    {
      key: "formats",
      title: msg("Formats of your country"),
      note: hasFormats ? "" : msg("Your country suggests how to write dates, times and numbers."),
      done: hasFormats,
      place: { path: paths.company(), right: "company:edit" },
    },
    {
      key: "contact",
      title: msg("Address and phone"),
      note: contactNote(hasAddress, hasPhone),
      done: hasAddress && hasPhone,
      place: { path: paths.company(), right: "company:edit" },
    },
    {
      key: "colleague",
      title: msg("Second person"),
      note: colleagueNote(users),
      done: users > 1,
      place: { path: paths.newUser(), right: "user:create" },
    },
  ]
}

/** Whether the company says how it writes; its own service may know nothing of formats, and then nothing is left to do. */
function isChosen({ formats }: Partial<SessionView["company"]>): boolean {
  if (formats === undefined) return true
  return [formats.date, formats.time, formats.number].every((format) => format !== "auto")
}

/** Says nothing while the number is not known. */
function colleagueNote(users: number): Phrase {
  if (users === 1) return msg("You are the only user so far.")
  return users > 1
    ? {
        count: users,
        one: msg("{count} person uses this account."),
        many: msg("{count} people use this account."),
      }
    : ""
}

function contactNote(hasAddress: boolean, hasPhone: boolean): string {
  if (hasAddress && hasPhone) return msg("Both are set.")
  if (hasAddress) return msg("Add a phone number.")
  return hasPhone ? msg("Add an address.") : msg("They appear on your documents.")
}

/** The steps that are left, of those that this user can do. */
export function openSteps(
  steps: readonly SetupStep[],
  { permissions }: SessionView,
): readonly SetupStep[] {
  return steps.filter(
    ({ done, place }) =>
      !done && place !== null && (place.right === null || permissions.includes(place.right)),
  )
}
