/** Why a session is over, as the refusal to renew it says, and whether its user may be asked for the password in place. */
import { type Problem, SUSPENDED } from "./problem.ts"
import { msg } from "./words.ts"

/** Ended by somebody while the account can still be used: what the dialog says that asks for the password. */
const REVOKED = {
  elsewhere: msg("You were signed out from another device."),
  password: msg("You were signed out because your password was changed."),
  "second-factor": msg("You were signed out because your two-factor authentication was changed."),
  reuse: msg("You were signed out to protect your account."),
  operator: msg("You were signed out by the operator of this service."),
} as const

export type Revocation = keyof typeof REVOKED

/**
 * `over`: by time, or nobody knows. `suspended`: the account is. `closed`: signing in again here would be wrong, as the account
 * is gone, has another address, or its user signed out.
 */
export type Loss = "over" | "suspended" | "closed" | Revocation

const KIND = "/problems/session-ended/"

/** What the refusal says. */
export function lossOf({ type, detail }: Pick<Problem, "type" | "detail">): Loss {
  if (detail === SUSPENDED) return "suspended"
  const at = type.indexOf(KIND)
  if (at < 0) return "over"
  const cause = type.slice(at + KIND.length)
  // A cause that this version does not know is no reason to let somebody stay.
  return isRevocation(cause) ? cause : "closed"
}

/** Why the user was signed out; `null` where nobody did it. */
export function revocationText(loss: Loss): string | null {
  return isRevocation(loss) ? REVOKED[loss] : null
}

export function isRevocation(word: string): word is Revocation {
  return Object.hasOwn(REVOKED, word)
}
