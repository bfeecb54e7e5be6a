/**
 * Resume: the login exchange without a person's act, for a provider's user without a token cookie (specification 4).
 *
 * Invariant: no tab does it more than twice in a row. Where sessions begin and end at once, as at a service elsewhere whose
 * tokens are not taken, the login page and the page behind it would send the browser to each other for ever.
 */
import { owedFactorOf } from "#client/lib/search.ts"
import { msg } from "#client/lib/words.ts"
import type { Identity } from "#client/services/auth/identity.ts"
import { isBusy, whileBusy } from "#client/services/busy.ts"
import { destinations } from "#client/services/destinations.ts"
import { toast } from "#client/services/toasts.ts"

const KEY = "waybill.resumes"
const MOST = 2

export const NO_SESSION = msg("Couldn't start your session. Sign in again.")

/** How often this tab has resumed since it last had a session; to be read before the storages are cleared. */
export function resumesInARow(): number {
  return Number(sessionStorage.getItem(KEY))
}

/** A session has begun: what comes after it is counted from the start. */
export function forgetResumes(): void {
  sessionStorage.removeItem(KEY)
}

/** Not while a code is being asked for: each exchange mails another one. */
export async function resume(provider: Identity, before: number): Promise<void> {
  if (isBusy() || !destinations().isGuest(location.pathname)) return
  if (owedFactorOf(location.search) !== null) return
  if (before >= MOST) {
    keepCount(before)
    toast.error(NO_SESSION)
    return
  }
  await whileBusy(async () => {
    const { enter } = await import("#client/services/auth/enter.ts")
    const { status } = await enter(provider)
    if (status === "done") keepCount(before + 1)
  })
}

function keepCount(count: number): void {
  sessionStorage.setItem(KEY, String(count))
}
