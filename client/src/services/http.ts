/** Requests of a signed-in page: a token that ran out is renewed once, a session that is over ends here. */
import { SUSPENDED } from "#client/lib/problem.ts"

import { RequestFailed } from "./request-failed.ts"
import { type SendOptions, send } from "./send.ts"
import { endSession } from "./session/end.ts"
import { refreshToken } from "./session/refresh.ts"
import { readToken } from "./session/token-cookie.ts"

/** Sends with the session's token; a failure is a `RequestFailed`, after which a lost session is already ending. */
export async function request<T>(path: string, options: SendOptions = {}): Promise<T> {
  const token = readToken()
  try {
    return await send<T>(path, options)
  } catch (error) {
    if (!(error instanceof RequestFailed) || token === null || options.bearer !== undefined) {
      throw error
    }
    if (error.problem.detail === SUSPENDED) {
      // No token helps here, and asking for one would end the session a second time, for another reason.
      void endSession("suspended")
      throw error
    }
    if (error.problem.status !== 401) throw error
    const refreshed = await refreshToken(token)
    if (refreshed === "renewed") return send<T>(path, options)
    if (refreshed === "refused") void endSession("expired")
    throw error
  }
}
