/** Audit entries as sentences: who did what. */
import type { AuditRow } from "./dashboard-data.ts"

export interface ActivityText {
  actor: string
  deed: string
  /** What it was done to, when the deed does not say so already. */
  label: string | null
}

/** Whoever registers a company is its first user. */
const JOINED = "joined the company"

const DEEDS: Readonly<Record<string, string>> = {
  "company.create": "registered the company",
  "company.register": "registered the company",
  "user.signIn": "signed in",
  "user.sendCode": "was mailed a code to sign in",
  "user.signOut": "signed out",
}

const VERBS: Readonly<Record<string, string>> = {
  activate: "activated",
  assign: "assigned",
  create: "created",
  deactivate: "deactivated",
  delete: "deleted",
  edit: "changed",
  export: "exported",
  import: "imported",
  invite: "invited",
  merge: "merged",
  publish: "published",
  restore: "restored",
  send: "sent",
  suspend: "suspended",
  update: "changed",
}

/** An action is a kind and a deed, such as `role.edit`; one that is new to this page is named as it is. */
export function activityText({ actor, action, entity }: AuditRow): ActivityText {
  const isAboutActor = entity.type === "user" && entity.label === actor.name
  return {
    actor: actor.name === "" ? nameOfType(actor.type) : actor.name,
    deed: isAboutActor && action === "user.create" ? JOINED : (DEEDS[action] ?? sentence(action)),
    label: isAboutActor || entity.label === "" ? null : entity.label,
  }
}

function sentence(action: string): string {
  const [kind = "", deed = ""] = action.split(".")
  if (deed === "") return spaced(kind)
  const verb = VERBS[deed]
  return verb === undefined ? `${spaced(kind)}: ${spaced(deed)}` : `${verb} the ${spaced(kind)}`
}

function spaced(name: string): string {
  return name.replaceAll(/([A-Z])/gu, " $1").toLowerCase()
}

function nameOfType(type: string): string {
  return type === "support" ? "Support" : "Waybill"
}
