/**
 * The end of the company's subscription while a page is open. Whether it has ended is the server's word; the page asks for
 * it at the midnight after the plan's last day, where the company is.
 */
import type { SessionView } from "#client/lib/session.ts"
import type { Store } from "#client/lib/store.ts"
import { endOfPlan } from "#client/lib/subscription.ts"

import { renewView } from "./view.ts"

/** Where the clock of this machine runs ahead, the server is asked again. */
export const AGAIN_MS = 60_000
/** The longest that a browser's timer can be set to. */
const TIMER_MS = 2 ** 31 - 1

/** Shows the end when it comes; the answer stops that. */
export function watchSubscription(session: Store<SessionView | null>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAsked = 0

  const look = () => {
    clearTimeout(timer)
    const view = session.get()
    const end = view === null || view.isExpired ? null : endOfPlan(view.company)
    if (end === null) return
    const now = Date.now()
    const due = Math.max(end, lastAsked + AGAIN_MS)
    if (now < due) {
      timer = setTimeout(look, Math.min(due - now, TIMER_MS))
      return
    }
    lastAsked = now
    void renewView(session).then(look)
  }
  const unsubscribe = session.subscribe(look)
  // A machine that slept has missed its timers.
  document.addEventListener("visibilitychange", look)
  look()
  return () => {
    clearTimeout(timer)
    unsubscribe()
    document.removeEventListener("visibilitychange", look)
  }
}
