/**
 * A record as a room: who of the company has it open, at `{companyId}/presence/{record}/{account}` of the realtime database.
 *
 * Whoever leaves takes the own name along, and so does a socket that is lost. A server that is killed leaves names behind,
 * so each is said again now and then, and one that was not is taken for gone.
 */
import { onDisconnect, onValue, ref, remove, serverTimestamp, set } from "firebase/database"

import { isBusy } from "#client/services/busy.ts"
import { type Place, databaseAt } from "#client/services/realtime.ts"

/** How often a page says again that it is there. */
export const AGAIN_MS = 5 * 60_000
/** Whoever signs out in another tab takes the name along; this page needs a moment to learn of that, and is refused then. */
const MOMENT_MS = 1000
/** After so long nobody is. */
const GONE_MS = 2 * AGAIN_MS + 60_000

export interface Presence {
  /** How the others read of this user. */
  name: string
  /** Names of the others who are there, in their order. */
  heard: (names: readonly string[]) => void
}

/** Goes there; the answer leaves. Where the database does not admit it, nobody is heard and nothing is said. */
export function meet(
  place: Place,
  { path, uid }: { path: string; uid: string },
  { name, heard }: Presence,
): () => void {
  const database = databaseAt(place)
  const own = ref(database, `${path}/${uid}`)
  let isOver = false
  const say = () => {
    // Whose session is ending says nothing any more, and would be refused.
    if (isOver || isBusy()) return
    // What is refused or lost here costs a name on somebody's screen, nothing else.
    void onDisconnect(own)
      .remove()
      .then(() => set(own, { name, at: serverTimestamp() }))
      .catch(() => {
        isOver = true
      })
  }
  let timer: ReturnType<typeof setInterval> | undefined
  let soon: ReturnType<typeof setTimeout> | undefined
  const stop = onValue(
    ref(database, path),
    (room) => {
      const names: string[] = []
      let isThere = false
      room.forEach((each) => {
        if (each.key === uid) isThere = true
        else if (isRecent(each.child("at").val())) names.push(String(each.child("name").val()))
      })
      heard(names.toSorted((one, other) => one.localeCompare(other)))
      clearTimeout(soon)
      if (timer === undefined) {
        timer = setInterval(say, AGAIN_MS)
        if (!isThere) say()
      } else if (!isThere) {
        // Another tab of this user has left, or this one's connection was lost for a while.
        soon = setTimeout(say, MOMENT_MS)
      }
    },
    () => undefined,
  )
  return () => {
    isOver = true
    clearInterval(timer)
    clearTimeout(soon)
    stop()
    // With the session the socket ends, which takes the name along.
    if (timer === undefined || isBusy()) return
    void onDisconnect(own)
      .cancel()
      .then(() => remove(own))
      .catch(() => undefined)
  }
}

function isRecent(at: unknown): boolean {
  return typeof at === "number" && Date.now() - at < GONE_MS
}
