import type { SessionView } from "#client/lib/session.ts"
import type { Store } from "#client/lib/store.ts"
import { send } from "#client/services/send.ts"

import { tellTabs } from "./channel.ts"

/**
 * Shows who is signed in as the server sees it now. What was fetched stays, or a form would lose its record; without an
 * answer the page is as right as it was.
 */
export async function renewView(session: Store<SessionView | null>): Promise<void> {
  const view = await send<{ data: SessionView }>("/iam/api/v1/sessions/current").catch(() => null)
  if (view !== null && session.get() !== null) session.set(view.data)
}

/** The same, once something of it was changed here: the other tabs look as well. */
export async function shareView(session: Store<SessionView | null>): Promise<void> {
  await renewView(session)
  tellTabs("changed")
}
