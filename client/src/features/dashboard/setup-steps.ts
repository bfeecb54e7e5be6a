/** What is left to do before a company is set up, read from what is known about it. */
import type { SessionView } from "#client/lib/session.ts"

import type { Overview } from "./dashboard-data.ts"

export interface SetupStep {
  key: "account" | "email" | "locale" | "contact" | "colleague"
  title: string
  /** How it stands, or why it matters; empty when the title says it all. */
  note: string
  done: boolean
}

/** In the order in which one does them. The count of users decides the last one; without it, it counts as open. */
export function setupSteps(session: SessionView, overview: Overview | null): readonly SetupStep[] {
  const { user, company } = session
  const users = overview?.users ?? 0
  const hasAddress = company.address != null
  const hasPhone = company.phone != null && company.phone !== ""
  return [
    { key: "account", title: "Company registered", note: "", done: true },
    {
      key: "email",
      title: "E-mail verified",
      note: user.emailVerified ? "" : "Open the link in the message we sent you.",
      done: user.emailVerified,
    },
    {
      key: "locale",
      title: "Currency and time zone",
      note: [company.currency, company.timezone?.replaceAll("_", " ")]
        .filter((part) => part != null && part !== "")
        .join(" · "),
      done: Boolean(company.currency) && Boolean(company.timezone),
    },
    {
      key: "contact",
      title: "Address and phone",
      note: contactNote(hasAddress, hasPhone),
      done: hasAddress && hasPhone,
    },
    {
      key: "colleague",
      title: "Second person",
      note: colleagueNote(users),
      done: users > 1,
    },
  ]
}

/** Says nothing while the number is not known. */
function colleagueNote(users: number): string {
  if (users === 1) return "You are the only user so far."
  return users > 1 ? `${users} people use this account.` : ""
}

function contactNote(hasAddress: boolean, hasPhone: boolean): string {
  if (hasAddress && hasPhone) return "Both are known."
  if (hasAddress) return "The phone number is missing."
  return hasPhone ? "The address is missing." : "They appear on your documents."
}
