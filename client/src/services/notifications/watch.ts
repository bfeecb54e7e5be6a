/** Keeping the badge right while the page is open, and learning there that the session is over. */
import type { Identity } from "#client/services/auth/identity.ts"
import { isBusy } from "#client/services/busy.ts"
import type { Visit } from "#client/services/page.tsx"
import { checkSession, renewSession } from "#client/services/session/check.ts"

/** Key of the list that the dialog shows. */
export const NOTIFICATIONS = ["notifications"]

/** After the server refused to let this page listen although its session goes on. */
export const AGAIN_MS = 5000

/**
 * Listens to the inbox of the session's user until the answer is called.
 *
 * Whoever the server lets listen no more asks it whether the session goes on, and listens again if it does.
 */
export async function watchNotifications(
  { session, queries, env }: Pick<Visit, "session" | "queries" | "env">,
  provider: Pick<Identity, "watchUnread">,
): Promise<() => void> {
  const now = session.get()
  if (now === null) return () => {}
  const home = now.viewing?.homeId ?? now.company._id
  const inbox = `${home}/general-notification/${now.user._id}`
  let since = Date.parse(env.now)
  let isOver = false
  let stop: (() => void) | null = null
  const heard = (unread: number) => {
    setUnread({ session }, unread)
    void queries.invalidateQueries({ queryKey: NOTIFICATIONS })
  }
  const listen = async () => {
    if (isOver) return
    stop = await provider.watchUnread(inbox, {
      since,
      heard,
      accessChanged: (at) => {
        since = at
        void renewSession({ session, queries })
      },
      // An ended session ends its sockets first, and the SDK may find no way back that tells so.
      dropped: () => {
        if (!isBusy()) void checkSession()
      },
      lost: () => void lost(),
    })
    if (isOver) stop()
  }
  const lost = async () => {
    // Whoever signs out on this page loses the inbox by that.
    if (isBusy()) return
    await checkSession()
    const timer = setTimeout(() => void listen().catch(() => {}), AGAIN_MS)
    stop = () => clearTimeout(timer)
  }
  await listen()
  return () => {
    isOver = true
    stop?.()
  }
}

/** Notes how many are new, which the badge shows. */
export function setUnread({ session }: Pick<Visit, "session">, unread: number): void {
  const now = session.get()
  if (now !== null && now.unread !== unread) session.set({ ...now, unread })
}
