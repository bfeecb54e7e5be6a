/** The realtime database behind the SDK. Loaded after the first paint, and never on a server. */
import type { FirebaseApp } from "firebase/app"
import {
  type Database,
  forceWebSockets,
  getDatabase,
  goOffline,
  goOnline,
  onValue,
  ref,
} from "firebase/database"

import { againAsked } from "./session/again.ts"

/** A realtime database: that at `url`, or the one that the page's own origin serves. */
export interface Place {
  app: FirebaseApp
  url: string | null
}

// For whatever database is asked for later; once one was, it complains.
forceWebSockets()

const followed = new WeakSet<Database>()

/** The SDK keeps one connection for all who ask. */
export function databaseAt({ app, url }: Place): Database {
  const database = getDatabase(app, url ?? ownDatabase(app))
  if (!followed.has(database)) {
    followed.add(database)
    againAsked.subscribe(() => follow(database))
  }
  return database
}

/** While the user is asked for the password, the server refuses whatever the SDK has to show, again and again. */
function follow(database: Database): void {
  if (!isOver()) {
    goOnline(database)
    return
  }
  const connected = ref(database, ".info/connected")
  // A browser complains of a socket that is closed while it opens, so the SDK's next one is waited for.
  const stop = onValue(connected, (state) => {
    if (isOver() && state.val() !== true) return
    queueMicrotask(() => stop())
    if (isOver()) goOffline(database)
  })
}

function isOver(): boolean {
  return againAsked.get()?.loss != null
}

/** The database that the page's own origin serves; without a port the SDK would take the address for one of Google's. */
function ownDatabase({ options }: FirebaseApp): string {
  const { protocol, hostname, port } = location
  const its = port === "" ? (protocol === "https:" ? "443" : "80") : port
  return `${protocol}//${hostname}:${its}?ns=${options.projectId ?? ""}-default-rtdb`
}
