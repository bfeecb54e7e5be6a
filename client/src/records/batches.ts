/**
 * Batches: what was done to many records at once, by a bulk change, an import or a merge. Each can be undone by whoever did it for
 * as long as what was deleted lies in the bin, which is long after the message that offered it is gone.
 */
import type { QueryClient } from "@tanstack/react-query"

import { type Phrase, msg } from "#client/lib/words.ts"
import { forgetRecords, undoBatch } from "#client/services/records.ts"
import type { HistoryEntry } from "#client/services/records.ts"
import { toast } from "#client/services/toasts.ts"

const DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

/** How a batch that a record was part of can be undone. */
export interface WayBack {
  batchId: string
  kind: "import" | "merge" | "bulk"
  /** Why it cannot; `null` when it can. */
  whyNot: Phrase | null
  /** The record was changed since, and is left as it is when the rest is undone. */
  hasMovedOn: boolean
}

/**
 * The batches of a history that were not undone yet, each by the id of the entry that tells of it. Of those that are too old only
 * merges are given, with that as the reason. `history` is newest first, `user` the id of its reader.
 */
export function waysBack(
  history: readonly HistoryEntry[],
  now: string,
  user: string,
): ReadonlyMap<string, WayBack> {
  const ways = new Map<string, WayBack>()
  const seen = new Set<string>()
  let hasMovedOn = false
  for (const entry of history) {
    const { batchId, origin } = entry
    if (batchId !== null && !seen.has(batchId)) {
      seen.add(batchId)
      const merge = history.find((each) => each.batchId === batchId && isMerge(each))
      const isOld = !isInTime(entry.at, now)
      if (origin !== "undo" && (merge !== undefined || !isOld)) {
        ways.set((merge ?? entry)._id, {
          batchId,
          kind: merge !== undefined ? "merge" : origin === "import" ? "import" : "bulk",
          whyNot: isOld ? TOO_OLD : othersText(entry, user),
          hasMovedOn,
        })
      }
    }
    hasMovedOn ||= isStep(entry)
  }
  return ways
}

/** Whether what was done then can still be undone. */
export function isInTime(at: string, now: string): boolean {
  return Date.parse(now) - Date.parse(at) < DAYS * DAY_MS
}

/** Whether the record was another one after it. */
export function isStep({ action, changes, result }: HistoryEntry): boolean {
  return result === "ok" && (changes.length > 0 || /\.(?:create|delete|restore)$/u.test(action))
}

function isMerge({ action }: HistoryEntry): boolean {
  return action.endsWith(".merge")
}

const TOO_OLD = msg("A merge can be undone for 30 days. This one is older and stays.")

/** A batch is undone by whoever did it. */
function othersText({ actor: { id, name } }: HistoryEntry, user: string): Phrase | null {
  if (id === user) return null
  return name === ""
    ? msg("Only the person who did this can undo it.")
    : { text: msg("Only {name}, who did this, can undo it."), values: { name } }
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
