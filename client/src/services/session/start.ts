/**
 * The signed-in application's start in the browser: once, after the provider's first state (specification 2, 4).
 *
 * The first paint came from the server and waits for none of this.
 */
import { SUSPENDED } from "#client/lib/problem.ts"
import { identity } from "#client/services/auth/identity-door.ts"
import type { Identity } from "#client/services/auth/identity.ts"
import { bootstrap } from "#client/services/bootstrap.ts"
import { isBusy } from "#client/services/busy.ts"
import { watchNotifications } from "#client/services/notifications/watch.ts"
import type { Visit } from "#client/services/page.tsx"
import { openRooms } from "#client/services/presence/use-presence.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { send } from "#client/services/send.ts"
import type { components } from "#client/wire/api.ts"

import { comebackCount } from "./again.ts"
import { checkSession } from "./check.ts"
import { type EndReason, endSession, onSessionEnd } from "./end.ts"
import { keepAlive } from "./keep-alive.ts"
import { forgetResumes, resume, resumesInARow } from "./resume.ts"
import { clearStorages } from "./storages.ts"
import { watchSubscription } from "./subscription.ts"
import { watchVerification } from "./verified.ts"
import { watchSession } from "./watch.ts"

/** Starts whatever this document's session calls for. */
export async function startSession(visit: Visit): Promise<void> {
  watchSession()
  onSessionEnd(() => visit.queries.clear())
  const provider = await identity().catch(() => null)
  const user = (await provider?.firstState) ?? null

  const session = visit.session.get()
  if (session === null) {
    const before = resumesInARow()
    clearStorages()
    if (provider !== null && user !== null) await resume(provider, before)
    return
  }
  forgetResumes()
  const stop = keepAlive()
  onSessionEnd(stop)
  onSessionEnd(watchSubscription(visit.session))
  if (provider !== null && session.signInMethod === "sdk") {
    if (user === null) return endSession("provider")
    const doubt = await doubtOf(provider, session.user._id)
    if (doubt !== null) return endSession(doubt)
    provider.watch((next) => {
      if (next === null && !isBusy()) void providerIsDone()
    })
    onSessionEnd(watchVerification(visit))
  }
  await bootstrap(visit.queries, visit.env.outside)
  if (provider !== null && session.signInMethod === "sdk") {
    // Without it the badge is as right as the page was when it was drawn.
    const deafen = await watchNotifications(visit, provider).catch(() => () => {})
    onSessionEnd(deafen)
    onSessionEnd(openRooms(provider))
  }
}

/** The provider knows the user no more: the server may know why, such as that the account was suspended. */
async function providerIsDone(): Promise<void> {
  const before = comebackCount()
  await checkSession()
  // It did: the page is being left, or its user has signed in again.
  if (!isBusy() && comebackCount() === before) await endSession("provider")
}

/** Why the provider's user is not the session's, as the server knows it; an empty list is a failed sign-in. */
async function doubtOf(provider: Identity, id: string): Promise<EndReason | null> {
  try {
    const token = await provider.idToken()
    const { data } = await send<components["schemas"]["CurrentUserList"]>(
      "/iam/api/v1/users-token",
      {
        token,
      },
    )
    return data[0]?._id === id ? null : "expired"
  } catch (error) {
    // Without an answer there is no reason to doubt the session that the server gave the page.
    if (!(error instanceof RequestFailed) || !isRefusal(error.problem.status)) return null
    return error.problem.detail === SUSPENDED ? "suspended" : "expired"
  }
}

function isRefusal(status: number): boolean {
  return status === 401 || status === 403 || status === 404
}
