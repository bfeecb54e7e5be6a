/** Keeps how the columns of a list stand, with the user at the server: loaded when columns are first changed. */
import type { QueryClient } from "@tanstack/react-query"

import { newId } from "#client/lib/browser.ts"
import { request } from "#client/services/http.ts"
import { sendOrKeep } from "#client/services/outbox.ts"
import { type SavedView, createRecord, forgetRecords } from "#client/services/records.ts"
import { toast } from "#client/services/toasts.ts"

import { ARRANGEMENT } from "./columns.ts"
// One file of the build with these: see base.ts.
import "./list-page.tsx"

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

/** A change that is being kept, or the last one that was. */
interface Turn {
  state: "running" | "kept" | "failed"
  /** Id of what the page knew to be kept when it began. */
  shown: string | undefined
  /** What is kept once it is over. */
  left: Promise<SavedView | undefined>
}

/** The last change of each list, whose outcome its page may not have heard of yet. */
const turns = new Map<string, Turn>()

/** Changes of one list follow each other; a failure is told, and the next one begins from what was there before. */
export async function keepColumns({ queries, list, kept, columns }: Keeping): Promise<void> {
  const shown = kept?._id
  const last = turns.get(list)
  const isUnheard =
    last !== undefined &&
    (last.state === "running" || (last.state === "kept" && last.shown === shown))
  const before = isUnheard ? last.left : Promise.resolve(kept)
  const turn: Turn = {
    state: "running",
    shown,
    left: before.then(async (known) => {
      try {
        const left = await write(list, known, columns)
        turn.state = "kept"
        return left
      } catch (error) {
        turn.state = "failed"
        toast.failure(error)
        return known
      }
    }),
  }
  turns.set(list, turn)
  await turn.left
  await forgetRecords(queries, VIEWS)
}

/** Gives what is kept then. */
async function write(
  list: string,
  kept: SavedView | undefined,
  columns: string,
): Promise<SavedView | undefined> {
  const query = new URLSearchParams({ columns }).toString()
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
  return kept
}
