/**
 * The inbox of a user in the realtime database, behind the SDK (specification 3, 7): how many notifications are new.
 *
 * Loaded after the first paint, and never on a server.
 */
import {
  type DataSnapshot,
  get,
  limitToFirst,
  onChildAdded,
  onChildChanged,
  onValue,
  orderByChild,
  query,
  ref,
  startAt,
} from "firebase/database"

import { type Place, databaseAt } from "#client/services/realtime.ts"

/** The badge shows "9+" above nine, so more are never counted. */
const COUNTED = 10
/** What comes at once is counted once. */
const COALESCE_MS = 50

/** Who watches an inbox. */
export interface Watcher {
  /** The instant of what the page knows already, in milliseconds. */
  since: number
  /** How many notifications are new, counted up to ten, whenever that may have changed. */
  heard: (unread: number) => void
  /** What the user may do changed at this instant, after `since`. */
  accessChanged: (at: number) => void
  /** The server hung up, or is out of reach. It is tried again. */
  dropped: () => void
  /** The server lets this page listen no longer; nothing more is heard. */
  lost: () => void
}

/**
 * Watches the notifications below `path` until the answer is called. On the path itself a mark as `loaded` arrives as a
 * change, while in the filtered list it would be a removal.
 */
export function watchUnread(
  place: Place,
  path: string,
  { since, heard, accessChanged, dropped, lost }: Watcher,
): () => void {
  const database = databaseAt(place)
  const inbox = ref(database, path)
  const unread = query(inbox, orderByChild("status"), startAt("new"), limitToFirst(COUNTED))
  let timer: ReturnType<typeof setTimeout> | null = null
  let isOver = false
  const count = async () => {
    timer = null
    const found = await get(unread)
    if (!isOver) heard(found.size)
  }
  const recount = () => {
    // Nobody answering is no news; the next change asks again.
    timer ??= setTimeout(() => void count().catch(() => {}), COALESCE_MS)
  }
  // A refused listener is gone already; both are refused at once.
  const refused = () => {
    if (isOver) return
    end()
    lost()
  }
  let known = since
  const added = (record: DataSnapshot) => {
    const [kind, createdAt]: unknown[] = ["kind", "createdAt"].map((name) =>
      record.child(name).val(),
    )
    // All that is there is told of first.
    if (kind === "accessChanged" && typeof createdAt === "number" && createdAt > known) {
      known = createdAt
      accessChanged(createdAt)
    }
    recount()
  }
  let wasConnected = false
  const connected = (state: DataSnapshot) => {
    const isConnected = state.val() === true
    if (wasConnected && !isConnected && !isOver) dropped()
    wasConnected = isConnected
  }
  const stops = [
    onChildAdded(inbox, added, refused),
    onChildChanged(inbox, recount, refused),
    onValue(ref(database, ".info/connected"), connected),
  ]
  const end = () => {
    isOver = true
    if (timer !== null) clearTimeout(timer)
    for (const stop of stops) stop()
  }
  return end
}
