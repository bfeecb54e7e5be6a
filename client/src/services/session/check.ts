import type { SessionView } from "#client/lib/session.ts"
import { request } from "#client/services/http.ts"
import type { Visit } from "#client/services/page.tsx"
import { isStore } from "#client/services/reference.ts"

/** Asks the server whether this session goes on. One that does not is ended here, as after any request that tells so. */
export async function checkSession(): Promise<void> {
  await request("/iam/api/v1/users-token").catch(() => undefined)
}

/**
 * Shows who is signed in as the server sees it now, after what they may do has changed. Whatever was fetched before is
 * forgotten, but for reference data, which are everybody's: some of it may be no longer theirs to see.
 */
export async function renewSession({
  session,
  queries,
}: Pick<Visit, "session" | "queries">): Promise<void> {
  const view = await request<{ data: SessionView }>("/iam/api/v1/sessions/current").catch(
    () => undefined,
  )
  if (view === undefined || session.get() === null) return
  session.set(view.data)
  await queries.resetQueries({ predicate: (query) => !isStore(query) })
}
