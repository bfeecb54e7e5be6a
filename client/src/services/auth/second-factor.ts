/** The second step of a sign-in: the code of a mail (specification 2 and 7). */
import { plainCode } from "#client/lib/code.ts"
import { redirectUriOf } from "#client/lib/search.ts"
import { leaveFor, whileBusy } from "#client/services/busy.ts"
import { destinations } from "#client/services/destinations.ts"
import { send } from "#client/services/send.ts"
import { tellTabs } from "#client/services/session/channel.ts"

import { problemOf, refusal } from "./enter.ts"
import { identity } from "./identity-door.ts"
import type { Outcome } from "./outcome.ts"

const CODE_AUTH = "/iam/api/v1/auth/codeAuth"

/**
 * Begins the session of the sign-in that waits under `fbtkn` and leaves for the page asked for.
 *
 * The address with the handle does not stay in the history.
 */
export function giveCode(fbtkn: string, code: string): Promise<Outcome> {
  return whileBusy(async () => {
    try {
      const body = { fbtkn, code: plainCode(code) }
      await send(CODE_AUTH, { method: "POST", token: null, body })
    } catch (error) {
      return refusal(problemOf(error))
    }
    tellTabs("signed-in")
    leaveFor(destinations().afterSignIn(location.search), "replace")
    return { status: "done" }
  })
}

/** Has another code mailed; the former ones no longer work. */
export async function sendCode(fbtkn: string): Promise<Outcome> {
  try {
    await send(`${CODE_AUTH}/resend`, { method: "POST", token: null, body: { fbtkn } })
    return { status: "done" }
  } catch (error) {
    return refusal(problemOf(error))
  }
}

/** Forgets the first factor too, or the login page would go on with it, and begins anew. */
export function beginAnew(): Promise<void> {
  return whileBusy(async () => {
    await identity()
      .then((provider) => provider.signOut())
      .catch(() => undefined)
    leaveFor(destinations().login(redirectUriOf(location.search)), "replace")
  })
}
