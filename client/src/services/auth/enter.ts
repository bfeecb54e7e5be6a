/** From the provider's user to the session: the login exchange and what follows from its answer. */
import { SUSPENDED_TEXT } from "#client/lib/account-text.ts"
import { textOfCode } from "#client/lib/auth-text.ts"
import { type Problem, SUSPENDED, unreachable } from "#client/lib/problem.ts"
import { redirectUriOf } from "#client/lib/search.ts"
import { leaveFor } from "#client/services/busy.ts"
import { destinations } from "#client/services/destinations.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { send } from "#client/services/send.ts"
import { tellTabs } from "#client/services/session/channel.ts"
import { forgetSession } from "#client/services/session/end.ts"
import { toast } from "#client/services/toasts.ts"
import type { components } from "#client/wire/api.ts"

import type { Identity } from "./identity.ts"
import type { Outcome } from "./outcome.ts"

/** What login and registration answer (specification 7): a session, or a handle of one that owes a code. */
export type LoginAnswer = components["schemas"]["SignInResponse"]

/** The login exchange with the provider's ID token; the server saves the token cookie. */
export async function enter(provider: Identity): Promise<Outcome> {
  try {
    const token = await provider.idToken()
    const { data } = await send<LoginAnswer>("/iam/api/v1/auth/login", { token })
    return arrive(data)
  } catch (error) {
    const failure = problemOf(error)
    if (isNoAccount(failure))
      return { status: "no-account", email: provider.current()?.email ?? null }
    // Specification 8: any failure of the login logs out.
    await forgetSession("expired")
    return refusal(failure)
  }
}

/** Leaves for the page behind a sign-in, or for the second factor's (specification 2). */
export function arrive(answer: LoginAnswer["data"]): Outcome {
  if ("fbtkn" in answer) {
    const { fbtkn, emailId } = answer
    const redirectUri = redirectUriOf(location.search)
    leaveFor(destinations().secondFactor({ fbtkn, emailId }, redirectUri), "replace")
  } else {
    tellTabs("signed-in")
    leaveFor(destinations().afterSignIn(location.search))
  }
  return { status: "done" }
}

/** The problem behind any failure of a sign-in, the provider's included. */
export function problemOf(error: unknown): Problem {
  if (error instanceof RequestFailed) return error.problem
  const code = codeOf(error)
  return code === null ? unreachable() : unreachable(textOfCode(code).text)
}

export function isNoAccount(problem: Problem): boolean {
  return problem.status === 404 && problem.type.endsWith("/no-account")
}

/** How a refused exchange is told: a suspended account by the specification's toast, all else by the form. */
export function refusal(problem: Problem): Outcome {
  if (problem.detail === SUSPENDED) {
    toast.error(SUSPENDED_TEXT)
    return { status: "refused" }
  }
  const text = problem.detail ?? problem.title
  return { status: "failed", text, field: null, errors: problem.errors ?? [] }
}

/** A provider's failure as the form shows it. */
export function providerFailure(error: unknown): Outcome {
  const { text, field } = textOfCode(codeOf(error) ?? "")
  return { status: "failed", text, field, errors: [] }
}

/** The provider's error code (`auth/…`), if this is one of its errors. */
export function codeOf(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? error.code : null
  return typeof code === "string" ? code : null
}
