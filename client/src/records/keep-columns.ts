/** Keeps how the columns of a list stand, with the user at the server: loaded when columns are first changed. */
import type { QueryClient } from "@tanstack/react-query"

import { newId } from "#client/lib/browser.ts"
import { request } from "#client/services/http.ts"
import { sendOrKeep } from "#client/services/outbox.ts"
import { type SavedView, createRecord, forgetRecords } from "#client/services/records.ts"
import { toast } from "#client/services/toasts.ts"

import { ARRANGEMENT } from "./columns.ts"

const VIEWS = "/iam/api/v1/saved-views"

interface Keeping {
  queries: QueryClient
  /** Path of the list at the services. */
  list: string
  /** What was kept before. */
  kept: SavedView | undefined
  /** Empty for the list's own choice. */
  columns: string
}

/** What the change before left of each list that is being kept: a second one does not know of the first from its page yet. */
const turns = new Map<string, Promise<SavedView | undefined>>()

/** Changes of one list follow each other; a failure is told, and the next one begins from what was there before. */
export async function keepColumns({ queries, list, kept, columns }: Keeping): Promise<void> {
  const before = turns.get(list) ?? Promise.resolve(kept)
  const turn = before.then((known) => write(list, known, columns))
  turns.set(list, turn)
  await turn
  await forgetRecords(queries, VIEWS)
  if (turns.get(list) === turn) turns.delete(list)
}

/** Gives what is kept then. */
async function write(
  list: string,
  kept: SavedView | undefined,
  columns: string,
): Promise<SavedView | undefined> {
  const query = new URLSearchParams({ columns }).toString()
  try {
    if (kept === undefined) {
      const view = { list, name: ARRANGEMENT, query, visibility: "private" }
      return columns === "" ? undefined : await createRecord<SavedView>(VIEWS, view, newId())
    }
    const path = `${VIEWS}/${kept._id}`
    if (columns === "") {
      await request(path, { method: "DELETE", headers: { "If-Match": "*" } })
      return undefined
    }
    await sendOrKeep({ path, body: { query }, version: "*" })
  } catch (error) {
    toast.failure(error)
  }
  return kept
}
