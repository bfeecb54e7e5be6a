/**
 * Rights: what may be done to what, and how far (domain reference, section 3).
 *
 * The server decides. This repeats its table, so that a page can say what a role allows and why a box cannot be ticked; the
 * browser tests compare it with what an administrator of the server holds.
 */
import type { components } from "#client/wire/api.ts"

export type Resource = components["schemas"]["Resource"]
export type Action = components["schemas"]["Action"]
export type Scope = components["schemas"]["Scope"]
export type RolePermission = components["schemas"]["RolePermission"]

/** `contact:edit` */
export type Right = `${Resource}:${Action}`

/** Rights with their scopes. What a right implies need not be in it; `closed` adds that. */
export type Grants = ReadonlyMap<Right, Scope>

/** From the narrowest to the widest. */
export const SCOPES = ["own", "office", "company"] as const satisfies readonly Scope[]

const reference = [
  "view",
  "create",
  "edit",
  "deactivate",
  "delete",
  "restore",
  "merge",
  "import",
  "export",
  "bulkEdit",
] as const
const contact = [
  "view",
  "create",
  "edit",
  "delete",
  "restore",
  "merge",
  "import",
  "export",
  "bulkEdit",
] as const
const access = ["view", "create", "edit", "delete", "restore", "export"] as const

/** What can be done to each resource, `view` first. */
export const ACTIONS: Readonly<Record<Resource, readonly Action[]>> = {
  dashboard: ["view"],
  contact,
  contactTag: contact,
  mail: ["view", "create", "send"],
  template: ["view", "create", "edit", "publish", "delete", "restore", "export"],
  file: ["view", "create", "edit", "share", "delete", "restore", "destroy", "export"],
  issue: ["view", "create", "edit", "assign", "delete", "restore"],
  report: ["view", "create", "edit", "run", "share", "schedule", "delete", "restore", "export"],
  company: ["view", "edit", "manage", "export"],
  subscription: ["view"],
  user: [
    "view",
    "create",
    "edit",
    "suspend",
    "deactivate",
    "delete",
    "restore",
    "assign",
    "import",
    "export",
    "bulkEdit",
  ],
  role: access,
  group: access,
  audit: ["view", "export"],
  "port.airport": reference,
  "port.oceanport": reference,
  "port.receivinglocation": reference,
  country: reference,
  currency: reference,
  picklist: reference,
  profile: ["view", "edit"],
  notification: ["view"],
}

/** What an action brings along besides `view`. */
const IMPLIED: Readonly<Partial<Record<Action, readonly Action[]>>> = {
  delete: ["edit"],
  deactivate: ["edit"],
  merge: ["edit"],
  bulkEdit: ["edit"],
  import: ["edit", "create"],
  send: ["create"],
}

export const RESOURCES = keys(ACTIONS)

/** The rights as they stand in a role; of two scopes the wider one counts. */
export function grantsOf(permissions: readonly RolePermission[]): Grants {
  const grants = new Map<Right, Scope>()
  for (const { resource, actions, scope } of permissions) {
    for (const action of actions) widen(grants, right(resource, action), scope)
  }
  return grants
}

/** The form in which a role holds them: one entry for each resource and scope. */
export function permissionsOf(grants: Grants): RolePermission[] {
  return RESOURCES.flatMap((resource) =>
    SCOPES.toReversed().flatMap((scope) => {
      const actions = ACTIONS[resource].filter((it) => grants.get(right(resource, it)) === scope)
      return actions.length === 0 ? [] : [{ resource, actions, scope }]
    }),
  )
}

/** With all that these rights imply. */
export function closed(grants: Grants): Grants {
  const all = new Map<Right, Scope>()
  for (const resource of RESOURCES) {
    for (const action of ACTIONS[resource]) {
      const scope = grants.get(right(resource, action))
      if (scope === undefined) continue
      widen(all, right(resource, action), scope)
      for (const implied of impliedBy(action)) widen(all, right(resource, implied), scope)
    }
  }
  return all
}

/** The rights on the same resource that bring this one along, as far as they are granted. */
export function reasonsFor(grants: Grants, resource: Resource, action: Action): Action[] {
  return ACTIONS[resource].filter(
    (other) => grants.has(right(resource, other)) && impliedBy(other).includes(action),
  )
}

/** What an action brings along on its resource. */
export function impliedBy(action: Action): readonly Action[] {
  return action === "view" ? [] : ["view", ...(IMPLIED[action] ?? [])]
}

export interface RightChange {
  resource: Resource
  action: Action
  /** `undefined` where the right is not granted. */
  before: Scope | undefined
  after: Scope | undefined
}

/** What is not the same in both, in the order of the table; what rights imply counts as granted. */
export function changesBetween(before: Grants, after: Grants): RightChange[] {
  const [old, now] = [closed(before), closed(after)]
  return RESOURCES.flatMap((resource) =>
    ACTIONS[resource].flatMap((action) => {
      const change = {
        resource,
        action,
        before: old.get(right(resource, action)),
        after: now.get(right(resource, action)),
      }
      return change.before === change.after ? [] : [change]
    }),
  )
}

/** Whether `scope` reaches as far as `wanted`. */
export function reaches(scope: Scope | undefined, wanted: Scope): boolean {
  return scope !== undefined && SCOPES.indexOf(scope) >= SCOPES.indexOf(wanted)
}

export function right(resource: Resource, action: Action): Right {
  return `${resource}:${action}`
}

function widen(grants: Map<Right, Scope>, key: Right, scope: Scope): void {
  if (!reaches(grants.get(key), scope)) grants.set(key, scope)
}

function keys<K extends string>(record: Readonly<Record<K, unknown>>): readonly K[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a record are those of its type
  return Object.keys(record) as K[]
}
