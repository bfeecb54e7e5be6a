/** Keeps how the columns of a list stand, with the user at the server: loaded when columns are first changed. */
import type { QueryClient } from "@tanstack/react-query"

import { sendOrKeep } from "#client/services/outbox.ts"
import {
  type SavedView,
  createRecord,
  deleteRecord,
  forgetRecords,
} from "#client/services/records.ts"
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

export async function keepColumns({ queries, list, kept, columns }: Keeping): Promise<void> {
  const query = new URLSearchParams({ columns }).toString()
  try {
    if (kept === undefined) {
      const view = { list, name: ARRANGEMENT, query, visibility: "private" }
      if (columns !== "") await createRecord(VIEWS, view, crypto.randomUUID())
    } else if (columns === "") {
      await deleteRecord({ service: VIEWS, id: kept._id, version: kept.version })
    } else {
      await sendOrKeep({ path: `${VIEWS}/${kept._id}`, body: { query }, version: "*" })
    }
  } catch (error) {
    toast.failure(error)
  }
  await forgetRecords(queries, VIEWS)
}
