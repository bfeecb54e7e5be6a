/**
 * The user's own setting of the authenticator app and its recovery codes: the identity provider keeps them, and wants the password
 * first.
 */
import { plainCode } from "#client/lib/code.ts"

import type { AppSetup } from "./app-factor.ts"
import { providerFailure } from "./enter.ts"
import { identity } from "./identity-door.ts"
import type { Identity } from "./identity.ts"
import type { Outcome } from "./outcome.ts"
import { type Changed, type Proof, answerProven, proven } from "./own-sign-in.ts"
import { callProvider } from "./provider-call.ts"

/** What people keep for the day on which they have lost their phone. */
export type RecoveryCodes = { codes: string[] }

export interface AppSetting {
  isOn: boolean
  /** Recovery codes that are left; `null` where the provider has none, or could not be asked. */
  codesLeft: number | null
}

/** How it stands; `null` when this browser is not signed in at the provider, as after a plain form. */
export async function appSetting(): Promise<AppSetting | null> {
  const provider = await identity()
  await provider.firstState
  if (provider.current() === null) return null
  const isOn = provider.hasApp()
  // Without it the app can be removed all the same.
  const codesLeft = isOn ? await recoveryCodesLeft(provider).catch(() => null) : null
  return { isOn, codesLeft }
}

/** Begins to set an app up; gives what the app has to be told. */
export async function beginSetup(email: string, password: string): Promise<AppSetup | Outcome> {
  try {
    const provider = await identity()
    const step = await provider.signIn(email, password)
    if (step.status === "owes-code") return { status: "done" }
    return await provider.setUpApp()
  } catch (error) {
    return providerFailure(error)
  }
}

/** Turns the app on by a code that it shows. */
export async function finishSetup(setup: AppSetup, code: string): Promise<Outcome> {
  try {
    await setup.finish(plainCode(code))
    return { status: "done" }
  } catch (error) {
    return providerFailure(error)
  }
}

/** Does without the app again, which takes the password and a code of it. */
export function removeApp(proof: Proof): Promise<Changed> {
  return proven(proof, (provider) => provider.removeApp())
}

/** How many are left; `null` where there are none to have. */
async function recoveryCodesLeft(provider: Identity): Promise<number | null> {
  if (!provider.isEmbedded) return null
  return (await ask<{ left: number }>(provider, "count")).left
}

/** Those that go with an app that was set up a moment ago; `null` where there are none to have. */
export async function firstRecoveryCodes(): Promise<RecoveryCodes | Outcome | null> {
  const provider = await identity()
  if (!provider.isEmbedded) return null
  try {
    return await renewed(provider)
  } catch (error) {
    return providerFailure(error)
  }
}

/** New ones in place of those that were left, which takes the password and a code. */
export function renewRecoveryCodes(proof: Proof): Promise<RecoveryCodes | Changed> {
  return answerProven(proof, renewed)
}

function renewed(provider: Identity): Promise<RecoveryCodes> {
  return ask(provider, "renew")
}

async function ask<T>(provider: Identity, what: "count" | "renew"): Promise<T> {
  return callProvider<T>(`recoveryCodes:${what}`, { idToken: await provider.idToken() })
}
