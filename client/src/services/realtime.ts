/** The realtime database behind the SDK. Loaded after the first paint, and never on a server. */
import type { FirebaseApp } from "firebase/app"
import { type Database, forceWebSockets, getDatabase } from "firebase/database"

/** A realtime database: that at `url`, or the one that the page's own origin serves. */
export interface Place {
  app: FirebaseApp
  url: string | null
}

// For whatever database is asked for later; once one was, it complains.
forceWebSockets()

/** The SDK keeps one connection for all who ask. */
export function databaseAt({ app, url }: Place): Database {
  return getDatabase(app, url ?? ownDatabase(app))
}

/** The database that the page's own origin serves; without a port the SDK would take the address for one of Google's. */
function ownDatabase({ options }: FirebaseApp): string {
  const { protocol, hostname, port } = location
  const its = port === "" ? (protocol === "https:" ? "443" : "80") : port
  return `${protocol}//${hostname}:${its}?ns=${options.projectId ?? ""}-default-rtdb`
}
