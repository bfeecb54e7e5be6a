/** Renewal of the token before it runs out, while somebody looks at the page. */
import type { Loss } from "#client/lib/session-loss.ts"
import { expiryOf } from "#client/lib/token.ts"

import { againAsked } from "./again.ts"
import { endSession } from "./end.ts"
import { comeBack, isKept } from "./lost.ts"
import { refreshToken } from "./refresh.ts"
import { readToken } from "./token-cookie.ts"

/** Renewed this long before the end. */
export const MARGIN_MS = 2 * 60 * 1000
/** After an attempt that nobody answered. */
export const RETRY_MS = 30 * 1000

/** Milliseconds until the renewal is due; `null` when the token does not say when it ends. */
export function dueIn(token: string | null, now: number): number | null {
  const expiry = expiryOf(token)
  return expiry === null ? null : Math.max(0, expiry - MARGIN_MS - now)
}

/** Keeps the session alive until stopped; a refused renewal ends it (specification 8). */
export function keepAlive(): () => void {
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  const schedule = (wait = dueIn(readToken(), Date.now())) => {
    clearTimeout(timer)
    if (wait === null || stop.signal.aborted || document.visibilityState !== "visible") return
    const seen = readToken()
    timer = setTimeout(() => void renew(seen), wait)
  }
  // `seen` is the token that the timer was set for: another tab may have renewed it before the timer fired.
  const renew = async (seen: string | null) => {
    const outcome = await refreshToken(seen)
    if (outcome.status === "refused") await comeBackOrEnd(outcome.loss)
    else {
      const isLate = outcome.status === "unanswered"
      schedule(isLate ? RETRY_MS : laterThan(dueIn(readToken(), Date.now())))
    }
  }

  document.addEventListener("visibilitychange", () => schedule(), { signal: stop.signal })
  // Somebody who signed in again has another token.
  const unwatch = againAsked.subscribe(() => {
    if (againAsked.get() === null) schedule()
  })
  schedule()
  return () => {
    stop.abort()
    unwatch()
    clearTimeout(timer)
  }
}

/** Where the clock of this machine runs ahead, a new token too seems to be at its end. */
function laterThan(due: number | null): number | null {
  return due === null ? null : Math.max(due, RETRY_MS)
}

/** A page whose time is over stays for the same user, whatever is on it; nobody else is shown what it shows. */
async function comeBackOrEnd(loss: Loss): Promise<void> {
  const how = await comeBack(loss, false, loss === "over" || isKept())
  if (how === "declined") await endSession("expired")
}
