/** Renewal of the token before it runs out, while somebody looks at the page. */
import { expiryOf } from "#client/lib/token.ts"

import { endSession } from "./end.ts"
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
    if (outcome === "refused") await endSession("expired")
    else schedule(outcome === "unanswered" ? RETRY_MS : undefined)
  }

  document.addEventListener("visibilitychange", () => schedule(), { signal: stop.signal })
  schedule()
  return () => {
    stop.abort()
    clearTimeout(timer)
  }
}
