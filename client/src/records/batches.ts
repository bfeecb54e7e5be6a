/**
 * Batches: what was done to many records at once, by a bulk change, an import or a merge. Each can be taken back for as long as
 * what was deleted lies in the bin, which is long after the message that offered it is gone.
 */
import type { QueryClient } from "@tanstack/react-query"

import { msg } from "#client/lib/words.ts"
import { forgetRecords, undoBatch } from "#client/services/records.ts"
import type { HistoryEntry } from "#client/services/records.ts"
import { toast } from "#client/services/toasts.ts"

const DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

/** The entries whose batch can be taken back, by their ids: the newest one of each that was not yet. `history` is newest first. */
export function withWayBack(history: readonly HistoryEntry[], now: string): ReadonlySet<string> {
  const ids = new Set<string>()
  const seen = new Set<string>()
  for (const { _id, batchId, origin, at } of history) {
    if (batchId === null || seen.has(batchId)) continue
    seen.add(batchId)
    if (origin !== "undo" && isInTime(at, now)) ids.add(_id)
  }
  return ids
}

/** Whether what was done then can still be taken back. */
export function isInTime(at: string, now: string): boolean {
  return Date.parse(now) - Date.parse(at) < DAYS * DAY_MS
}

/** Takes it back, and tells of how many records; what somebody else changed since stays. */
export async function takeBack(
  queries: QueryClient,
  service: string,
  batchId: string,
): Promise<void> {
  const { rows } = await undoBatch(service, batchId)
  await forgetRecords(queries, service)
  const stayed = rows.filter(({ outcome }) => outcome === "refused").length
  if (stayed === 0) toast.success(msg("The change was undone."))
  else {
    toast.info({
      count: stayed,
      one: msg("Undone, except for {count} record that someone has changed since."),
      many: msg("Undone, except for {count} records that someone has changed since."),
    })
  }
}
