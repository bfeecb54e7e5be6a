import { plainCode } from "#client/lib/code.ts"
import { whileBusy } from "#client/services/busy.ts"

import { enter, providerFailure } from "./enter.ts"
import { identity } from "./identity-door.ts"
import type { Identity, SignInStep } from "./identity.ts"
import type { Outcome } from "./outcome.ts"

/** Signs in at the provider, exchanges its ID token for the session and leaves for the page asked for. */
export function signIn(email: string, password: string): Promise<Outcome> {
  return whileBusy(async () => {
    let provider: Identity
    let step: SignInStep
    try {
      provider = await identity()
      step = await provider.signIn(email, password)
    } catch (error) {
      return providerFailure(error)
    }
    if (step.status === "in") return enter(provider)
    const { finish } = step
    return { status: "owes-code", giveCode: (code) => giveAppCode(provider, finish, code) }
  })
}

/** The second step: the code of the authenticator app, typed as apps show it. */
function giveAppCode(
  provider: Identity,
  finish: (code: string) => Promise<unknown>,
  code: string,
): Promise<Outcome> {
  return whileBusy(async () => {
    try {
      await finish(plainCode(code))
    } catch (error) {
      return providerFailure(error)
    }
    return enter(provider)
  })
}
