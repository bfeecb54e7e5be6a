/** Keeping the badge right while the page is open. */
import type { Identity } from "#client/services/auth/identity.ts"
import type { Visit } from "#client/services/page.tsx"

/** Key of the list that the dialog shows. */
export const NOTIFICATIONS = ["notifications"]

/** Listens to the inbox of the session's user until the answer is called. */
export async function watchNotifications(
  { session, queries }: Pick<Visit, "session" | "queries">,
  provider: Pick<Identity, "watchUnread">,
): Promise<() => void> {
  const now = session.get()
  if (now === null) return () => {}
  const inbox = `${now.company._id}/general-notification/${now.user._id}`
  return provider.watchUnread(inbox, (unread) => {
    setUnread({ session }, unread)
    void queries.invalidateQueries({ queryKey: NOTIFICATIONS })
  })
}

/** Notes how many are new, which the badge shows. */
export function setUnread({ session }: Pick<Visit, "session">, unread: number): void {
  const now = session.get()
  if (now !== null && now.unread !== unread) session.set({ ...now, unread })
}
