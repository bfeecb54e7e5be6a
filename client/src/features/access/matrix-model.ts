/** The matrix of rights: which boxes are ticked, which of them cannot be changed and why, and what a tick does. */
import {
  ACTIONS,
  type Action,
  type Grants,
  RESOURCES,
  type Resource,
  type Right,
  SCOPES,
  type Scope,
  closed,
  reaches,
  reasonsFor,
  right,
} from "#client/lib/rights.ts"
import { msg } from "#client/lib/words.ts"

/** What the person at the screen may give. */
export interface Giver {
  grants: Grants
  /** What the products of the company open; nobody needs a right to give one that opens nothing. */
  opened: ReadonlySet<Resource>
}

/** Why a box stays as it is. */
export type Lock =
  | { why: "read-only" }
  /** Everybody has it. */
  | { why: "always" }
  /** Others bring it along. */
  | { why: "implied"; by: readonly Action[] }
  /** Nobody gives more than they have. */
  | { why: "beyond" }

export interface MatrixState {
  /** As they were ticked. */
  chosen: Grants
  /** As they are saved; what stands there may stay. */
  saved: Grants
  /** `null` while it is not known; the server decides either way. */
  giver: Giver | null
  readOnly: boolean
}

/** The parts of the table. Every resource is in exactly one. */
export const PARTS: readonly { name: string; resources: readonly Resource[] }[] = [
  {
    name: msg("Daily work"),
    resources: [
      "dashboard",
      "contact",
      "contactTag",
      "mail",
      "template",
      "file",
      "issue",
      "report",
    ],
  },
  {
    name: msg("Company and access"),
    resources: ["company", "subscription", "user", "role", "group", "audit"],
  },
  {
    name: msg("Reference data"),
    resources: [
      "port.airport",
      "port.oceanport",
      "port.receivinglocation",
      "country",
      "currency",
      "picklist",
    ],
  },
  { name: msg("Everyone's own"), resources: ["profile", "notification"] },
]

/** What most resources have has a column of its own, the rest stands in the last one. */
export const COLUMNS = [
  "view",
  "create",
  "edit",
  "delete",
  "restore",
  "import",
  "export",
  "bulkEdit",
] as const satisfies readonly Action[]

/** What can be done to a resource besides the columns. */
export function furtherActions(resource: Resource): Action[] {
  const columns: readonly Action[] = COLUMNS
  return ACTIONS[resource].filter((action) => !columns.includes(action))
}

/** The scope that a row has; `null` when its rights reach differently far. */
export function scopeOfRow(grants: Grants, resource: Resource): Scope | null | undefined {
  const all = closed(grants)
  const scopes = new Set(ACTIONS[resource].flatMap((it) => all.get(right(resource, it)) ?? []))
  if (scopes.size > 1) return null
  return [...scopes][0]
}

/** Why the box cannot be changed; `null` when it can. `scope` is how far a tick would reach. */
export function lockOf(
  { chosen, saved, giver, readOnly }: MatrixState,
  { resource, action, scope }: { resource: Resource; action: Action; scope: Scope },
): Lock | null {
  const by = reasonsFor(chosen, resource, action)
  if (resource === "profile") return { why: "always" }
  if (by.length > 0) return { why: "implied", by }
  if (readOnly) return { why: "read-only" }
  const key = right(resource, action)
  if (closed(chosen).has(key)) return null
  return isBeyond({ saved, giver }, { resource, action, scope }) ? { why: "beyond" } : null
}

/** Whether the right reaches further than what this person may give, and than what the role has already. */
export function isBeyond(
  { saved, giver }: Pick<MatrixState, "saved" | "giver">,
  { resource, action, scope }: { resource: Resource; action: Action; scope: Scope },
): boolean {
  if (giver === null || !giver.opened.has(resource)) return false
  const key = right(resource, action)
  return !reaches(giver.grants.get(key), scope) && !reaches(closed(saved).get(key), scope)
}

/** The scopes to which every chosen right of the row may be set. */
export function scopesOfRow(state: MatrixState, resource: Resource): readonly Scope[] {
  const ticked = ACTIONS[resource].filter((it) => state.chosen.has(right(resource, it)))
  return SCOPES.filter((scope) =>
    ticked.every((action) => !isBeyond(state, { resource, action, scope })),
  )
}

/** With the box ticked, or not. */
export function toggled(chosen: Grants, key: Right, scope: Scope): Grants {
  const next = new Map(chosen)
  if (!next.delete(key)) next.set(key, scope)
  return next
}

/** With one right reaching that far. */
export function scoped(chosen: Grants, key: Right, scope: Scope): Grants {
  return new Map(chosen).set(key, scope)
}

/** With every right of the row reaching that far. */
export function rowScoped(chosen: Grants, resource: Resource, scope: Scope): Grants {
  const next = new Map(chosen)
  for (const action of ACTIONS[resource]) {
    if (next.has(right(resource, action))) next.set(right(resource, action), scope)
  }
  return next
}

/** A giver from what the services say. */
export function giverOf(
  effective: readonly { permission: string; scope: Scope }[],
  products: readonly { code: string; resources: readonly Resource[] }[] | null,
  companyProducts: readonly string[],
): Giver {
  const scopes = new Map(effective.map(({ permission, scope }) => [permission, scope]))
  const grants = new Map<Right, Scope>()
  for (const resource of RESOURCES) {
    for (const action of ACTIONS[resource]) {
      const scope = scopes.get(right(resource, action))
      if (scope !== undefined) grants.set(right(resource, action), scope)
    }
  }
  const own = products?.filter(({ code }) => companyProducts.includes(code))
  return { grants, opened: new Set(own?.flatMap(({ resources }) => resources) ?? RESOURCES) }
}
