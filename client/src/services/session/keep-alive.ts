/** Renewal of the token before it runs out, while somebody looks at the page. */
import { expiryOf } from "#client/lib/token.ts"

import { againAsked, askAgain } from "./again.ts"
import { endSession, holdSession } from "./end.ts"
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
    timer = setTimeout(() => void renew(), wait)
  }
  const renew = async () => {
    const outcome = await refreshToken()
    if (outcome === "refused") await comeBackOrEnd()
    else schedule(outcome === "unanswered" ? RETRY_MS : laterThan(dueIn(readToken(), Date.now())))
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

/** The page stays for the same user, who may have text in it; nobody else is shown what it shows. */
async function comeBackOrEnd(): Promise<void> {
  const letGo = holdSession()
  const again = await askAgain()
  letGo()
  if (again !== "back") await endSession("expired")
}
