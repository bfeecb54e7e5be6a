/**
 * Requests of a signed-in page: a token that ran out is renewed once, a session that is over ends here. A write waits
 * instead until the user has signed in again, and is then sent once more, with the headers it had.
 */
import { SUSPENDED, unreachable } from "#client/lib/problem.ts"

import { withPatience } from "./patience.ts"
import { RequestFailed } from "./request-failed.ts"
import { type SendOptions, send } from "./send.ts"
import { isOwned } from "./session/again.ts"
import { endSession, hasEnded, holdSession } from "./session/end.ts"
import { comeBack, isKept } from "./session/lost.ts"
import { type Refreshed, refreshToken } from "./session/refresh.ts"
import { readToken } from "./session/token-cookie.ts"

/** Sends with the session's token; a failure is a `RequestFailed`, after which a lost session is already ending. */
export async function request<T>(path: string, options: SendOptions = {}): Promise<T> {
  // What still shows the emptied cache asks at once. An answer that refuses would send the page to the login once more, as if
  // the session had run out.
  if (hasEnded()) throw new RequestFailed(unreachable())
  const token = readToken()
  try {
    return await withPatience(() => send<T>(path, options))
  } catch (error) {
    if (!(error instanceof RequestFailed) || options.token !== undefined) throw error
    if (token === null && !isOwned()) throw error
    if (error.problem.detail === SUSPENDED) {
      // No token helps here, and asking for one would end the session a second time, for another reason.
      void endSession("suspended")
      throw error
    }
    if (error.problem.status !== 401 || !(await isAllowedAgain(token, options))) throw error
    return send<T>(path, options)
  }
}

/** Whether the request may be sent again: with a renewed token, or because the user has signed in again. */
async function isAllowedAgain(token: string | null, { method = "GET" }: SendOptions) {
  const isWrite = method !== "GET"
  const letGo = isKept(isWrite) ? holdSession() : nothing
  let refreshed: Refreshed = GONE
  try {
    if (token !== null) refreshed = await refreshToken(token)
  } finally {
    letGo()
  }
  if (refreshed.status !== "refused") return refreshed.status === "renewed"
  return (await comeBack(refreshed.loss, isWrite)) === "back"
}

/** The cookie went before the request. */
const GONE = { status: "refused", loss: "over" } as const

function nothing(): void {}
