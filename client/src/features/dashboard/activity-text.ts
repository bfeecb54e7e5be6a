/** Audit entries as sentences: who did what. */
import type { AuditRow } from "./dashboard-data.ts"

export interface ActivityText {
  actor: string
  deed: string
  /** What it was done to, when the deed does not say so already. */
  label: string | null
}

const DEEDS: Readonly<Record<string, string>> = {
  "company.create": "registered the company",
  "company.register": "registered the company",
  "user.create": "added the user",
  "user.register": "joined as",
  "user.signIn": "signed in",
  "user.signOut": "signed out",
}

/** An action that is new to this page is taken apart: `port.bulkEdit` reads "bulk edit · port". */
export function activityText({ actor, action, entity }: AuditRow): ActivityText {
  const known = DEEDS[action]
  const isAboutActor = entity.type === "user" && entity.label === actor.name
  return {
    actor: actor.name === "" ? nameOfType(actor.type) : actor.name,
    deed: known ?? words(action),
    label: isAboutActor || entity.label === "" ? null : entity.label,
  }
}

function words(action: string): string {
  const [kind = "", deed = ""] = action.split(".")
  return deed === "" ? spaced(kind) : `${spaced(deed)} · ${spaced(kind)}`
}

function spaced(name: string): string {
  return name.replaceAll(/([A-Z])/gu, " $1").toLowerCase()
}

function nameOfType(type: string): string {
  return type === "support" ? "Support" : "Waybill"
}
