/**
 * Which records a report is about, as a tree that can be edited: groups of conditions and of groups.
 *
 * The wire has `all`, `any` and `not`; a `not` is edited as a group of which none may hold.
 */
export interface Condition {
  kind: "condition"
  field: string
  op: string
  /** Absent for what compares with nothing. */
  value?: unknown
}

export interface Group {
  kind: "group"
  mode: "all" | "any" | "none"
  parts: readonly Part[]
}

export type Part = Condition | Group

/** The service takes no more. */
export const MOST_CONDITIONS = 50
export const DEEPEST = 5

export const EMPTY: Group = { kind: "group", mode: "all", parts: [] }

/** Reads what the wire says; a single condition is a group of one, so that others can be put beside it. */
export function treeOf(wire: unknown): Group {
  const part = partOf(wire)
  if (part === null) return EMPTY
  return part.kind === "group" ? part : { ...EMPTY, parts: [part] }
}

/** As the wire says it; `null` for a tree without any condition. */
export function wireOf(group: Group): unknown {
  const parts = group.parts
    .map((part) => (part.kind === "group" ? wireOf(part) : conditionWire(part)))
    .filter((part) => part !== null)
  if (parts.length === 0) return null
  if (group.mode === "none") return { not: { any: parts } }
  return group.mode === "any" ? { any: parts } : { all: parts }
}

/** How many conditions there are, in all groups. */
export function count(group: Group): number {
  return group.parts.reduce((sum, part) => sum + (part.kind === "group" ? count(part) : 1), 0)
}

/** Whether an operator compares with something. */
export function hasValue(op: string): boolean {
  return op !== "empty" && op !== "filled"
}

function conditionWire({ field, op, value }: Condition): unknown {
  return hasValue(op) ? { field, op, value } : { field, op }
}

function partOf(wire: unknown): Part | null {
  if (typeof wire !== "object" || wire === null) return null
  if ("all" in wire) return groupOf("all", wire.all)
  if ("any" in wire) return groupOf("any", wire.any)
  if ("not" in wire) {
    const inner = partOf(wire.not)
    if (inner === null) return null
    if (inner.kind === "group" && inner.mode === "any") return { ...inner, mode: "none" }
    return { kind: "group", mode: "none", parts: [inner] }
  }
  if (!("field" in wire && "op" in wire)) return null
  if (typeof wire.field !== "string" || typeof wire.op !== "string") return null
  const { field, op } = wire
  return { kind: "condition", field, op, ...("value" in wire ? { value: wire.value } : {}) }
}

function groupOf(mode: Group["mode"], wire: unknown): Group {
  const parts = Array.isArray(wire) ? wire.map(partOf).filter((part) => part !== null) : []
  return { kind: "group", mode, parts }
}
