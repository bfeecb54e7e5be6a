/** The sign-in of somebody whose page is open: password and, where one is owed, a code. The page stays where it is. */
import { plainCode } from "#client/lib/code.ts"
import { SUSPENDED } from "#client/lib/problem.ts"
import { reloadPage, whileBusy } from "#client/services/busy.ts"
import { send } from "#client/services/send.ts"
import { isBack } from "#client/services/session/again.ts"
import { endSession } from "#client/services/session/end.ts"

import { type LoginAnswer, problemOf, providerFailure } from "./enter.ts"
import { identity } from "./identity-door.ts"
import type { Identity } from "./identity.ts"

export type AgainStep =
  | { status: "back" }
  /** `by` says where the code comes from. */
  | { status: "owes-code"; by: "app" | "mail"; giveCode: (code: string) => Promise<AgainStep> }
  | { status: "failed"; text: string; field: "password" | "code" | null }

/** The first step. */
export function signInAgain(email: string, password: string): Promise<AgainStep> {
  return attempt(async () => {
    const provider = await identity()
    const step = await provider.signIn(email, password)
    if (step.status === "in") return enterAgain(provider)
    return {
      status: "owes-code",
      by: "app",
      giveCode: (code) =>
        attempt(async () => {
          await step.finish(plainCode(code))
          return enterAgain(provider)
        }),
    }
  })
}

/** The login exchange. */
async function enterAgain(provider: Identity): Promise<AgainStep> {
  const token = await provider.idToken()
  const { data } = await send<LoginAnswer>("/iam/api/v1/auth/login", { token })
  if (!("fbtkn" in data)) return arriveAgain()
  const { fbtkn } = data
  return {
    status: "owes-code",
    by: "mail",
    giveCode: (code) =>
      attempt(async () => {
        const body = { fbtkn, code: plainCode(code) }
        await send("/iam/api/v1/auth/codeAuth", { method: "POST", token: null, body })
        return arriveAgain()
      }),
  }
}

/** A session of somebody else is not the one that waited: it begins with a clean page. */
function arriveAgain(): AgainStep {
  if (!isBack()) reloadPage()
  return { status: "back" }
}

/** Meanwhile nothing that watches the session acts on what it sees. */
function attempt(work: () => Promise<AgainStep>): Promise<AgainStep> {
  return whileBusy(async () => {
    try {
      return await work()
    } catch (error) {
      const told = providerFailure(error)
      if (told.status === "failed" && told.field !== null) {
        return {
          status: "failed",
          text: told.text,
          field: told.field === "email" ? "password" : told.field,
        }
      }
      const { detail, title } = problemOf(error)
      // Specification 8: who is suspended reads why on the login page.
      if (detail === SUSPENDED) void endSession("suspended")
      return { status: "failed", text: detail ?? title, field: null }
    }
  })
}

/** Leaves for the login page, with a clean page behind it. */
export function signInAsAnother(): void {
  void endSession("signed-out")
}
