/**
 * Which part of the trail is shown, as the address says it.
 *
 * The form works without script, so each of its choices is a condition as the service reads it; a choice that leaves
 * everything open is a condition which every entry meets, and is left out again wherever an address is written.
 */
import { allValues } from "#client/lib/query.ts"
import { searchValues } from "#client/lib/search.ts"
import type { AuditQuery } from "#client/paths.ts"

export interface AuditState {
  search: string
  /** Conditions `field:op:value` that say something. */
  filter: readonly string[]
  /** Where the part begins; empty for the newest entries. */
  after: string
}

/** Met by every entry. */
export const OPEN = {
  actor: "actor.type:ne:",
  deed: "action:ne:",
  kind: "entity.type:ne:",
  result: "result:ne:",
  since: "at:ge:1970-01-01",
} as const

const OPEN_ONES: ReadonlySet<string> = new Set(Object.values(OPEN))

export function auditStateOf(url: string): AuditState {
  const cut = url.indexOf("?")
  const query = cut < 0 ? "" : url.slice(cut)
  const { search = "", after = "" } = searchValues(query)
  const filter = allValues(query, "filter").filter((each) => each !== "" && !OPEN_ONES.has(each))
  return { search, filter, after }
}

/** What the address of a state says; conditions that are open are left out. */
export function auditQuery({ search, filter, after }: AuditState): AuditQuery {
  return { search, filter: filter.filter((each) => each !== "" && !OPEN_ONES.has(each)), after }
}

/** The condition on a field that begins like this; `open` where there is none. */
export function conditionOn(state: AuditState, start: string, open: string): string {
  return state.filter.find((each) => each.startsWith(start)) ?? open
}

/** The days between which the trail is shown, as far as the address says so by days. */
export function daysOf({ filter }: AuditState): { from: string; until: string } {
  const day = (start: string) =>
    /^\d{4}-\d{2}-\d{2}$/u.exec(
      filter.find((each) => each.startsWith(start))?.slice(start.length) ?? "",
    )?.[0]
  const before = day("at:lt:")
  return { from: day("at:ge:") ?? "", until: before === undefined ? "" : shifted(before, -1) }
}

/** The conditions of two days, both of them included; an empty one leaves its side open. */
export function conditionsOf({ from, until }: { from: string; until: string }): string[] {
  return [
    ...(from === "" ? [] : [`at:ge:${from}`]),
    ...(until === "" ? [] : [`at:lt:${shifted(until, 1)}`]),
  ]
}

/** The day so many days later (`2026-11-03`). */
export function shifted(day: string, days: number): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  return Number.isFinite(at) ? new Date(at + days * 86_400_000).toISOString().slice(0, 10) : day
}
