import { whileBusy } from "#client/services/busy.ts"

import { enter, providerFailure } from "./enter.ts"
import { identity } from "./identity-door.ts"
import type { Identity } from "./identity.ts"
import type { Outcome } from "./outcome.ts"

/** Signs in at the provider, exchanges its ID token for the session and leaves for the page asked for. */
export function signIn(email: string, password: string): Promise<Outcome> {
  return whileBusy(async () => {
    let provider: Identity
    try {
      provider = await identity()
      await provider.signIn(email, password)
    } catch (error) {
      return providerFailure(error)
    }
    return enter(provider)
  })
}
