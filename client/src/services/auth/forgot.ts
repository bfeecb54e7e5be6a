/** Asking for a link by which a new password is chosen. The answer is the same whether the address has an account or not. */
import { send } from "#client/services/send.ts"

import { problemOf, refusal } from "./enter.ts"
import type { Outcome } from "./outcome.ts"

/** Has the link sent to `emailId`, if it has an account. */
export async function forgotPassword(emailId: string): Promise<Outcome> {
  try {
    const path = "/iam/api/v1/auth/reset-pwd"
    await send(path, { method: "POST", token: null, body: { emailId } })
    return { status: "done" }
  } catch (error) {
    return refusal(problemOf(error))
  }
}
