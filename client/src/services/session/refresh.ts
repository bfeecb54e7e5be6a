/** Renewal of the session token: one at a time in this tab, and one at a time among the tabs where locks exist. */
import { alone } from "#client/lib/browser.ts"
import { type Loss, lossOf } from "#client/lib/session-loss.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { send } from "#client/services/send.ts"

import { readToken } from "./token-cookie.ts"

/** `refused`: the session is over, and why. `unanswered`: nobody said so, the token at hand may still be good. */
export type Refreshed =
  | { status: "renewed" }
  | { status: "refused"; loss: Loss }
  | { status: "unanswered" }

const RENEWED = { status: "renewed" } as const

const PATH = "/iam/api/v1/auth/token-refresh"
const LOCK = "waybill-token-refresh"

let running: Promise<Refreshed> | null = null

/** Renews the token unless another tab replaced `seen`, the token found wanting, in the meantime. */
export function refreshToken(seen: string | null): Promise<Refreshed> {
  running ??= alone(LOCK, () => renew(seen)).finally(() => {
    running = null
  })
  return running
}

async function renew(seen: string | null): Promise<Refreshed> {
  const current = readToken()
  if (current === null) return { status: "refused", loss: "over" }
  if (current !== seen) return RENEWED
  try {
    await send(PATH, { token: current })
    return RENEWED
  } catch (error) {
    const now = readToken()
    // Somebody signed in while the answer was under way: it is about the session before.
    if (now !== null && now !== current) return RENEWED
    return error instanceof RequestFailed && isRefusal(error.problem.status)
      ? { status: "refused", loss: lossOf(error.problem) }
      : { status: "unanswered" }
  }
}

/** Silence, overload and faults are no decision about the session. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}
