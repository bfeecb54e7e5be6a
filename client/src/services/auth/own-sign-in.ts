/** Changing how one signs in: another password, another address, a passkey. A browser left open is not enough, so each begins with a sign-in. */
import { plainCode } from "#client/lib/code.ts"

import { providerFailure } from "./enter.ts"
import { identity } from "./identity-door.ts"
import type { Identity } from "./identity.ts"
import type { Outcome } from "./outcome.ts"

/** Who it is, once more. */
export interface Proof {
  email: string
  password: string
  /** Of the authenticator app; empty for whoever has none. */
  code: string
}

/** `wants-code`: the password was right, and there is an authenticator app. */
export type Changed = Outcome | { status: "wants-code" }

/** Sets a new password; the sign-ins elsewhere end. */
export function changePassword(proof: Proof, next: string): Promise<Changed> {
  return proven(proof, (provider) => provider.changePassword(next))
}

/** Has a link mailed to the new address; it is the user's once somebody has opened that, and all sign-ins end then. */
export function askAddress(proof: Proof, next: string): Promise<Changed> {
  return proven(proof, (provider) => provider.askAddress(next))
}

/** Makes a change for the user who proves to be there. */
export function proven(
  proof: Proof,
  change: (provider: Identity) => Promise<void>,
): Promise<Changed> {
  return answerProven(proof, async (provider) => {
    await change(provider)
    return { status: "done" } as const
  })
}

/** The same, and gives what the provider answers. */
export async function answerProven<T>(
  { email, password, code }: Proof,
  ask: (provider: Identity) => Promise<T>,
): Promise<T | Changed> {
  try {
    const provider = await identity()
    const step = await provider.signIn(email, password)
    if (step.status === "owes-code") {
      if (code === "") return { status: "wants-code" }
      await step.finish(plainCode(code))
    }
    return await ask(provider)
  } catch (error) {
    return providerFailure(error)
  }
}
