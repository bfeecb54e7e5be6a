/** The user's own setting of the authenticator app: the identity provider keeps it, and wants the password first. */
import { plainCode } from "#client/lib/code.ts"

import type { AppSetup } from "./app-factor.ts"
import { providerFailure } from "./enter.ts"
import { identity } from "./identity-door.ts"
import type { Outcome } from "./outcome.ts"

export interface AppSetting {
  isOn: boolean
}

/** How it stands; `null` when this browser is not signed in at the provider, as after a plain form. */
export async function appSetting(): Promise<AppSetting | null> {
  const provider = await identity()
  await provider.firstState
  return provider.current() === null ? null : { isOn: provider.hasApp() }
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
export async function removeApp(email: string, password: string, code: string): Promise<Outcome> {
  try {
    const provider = await identity()
    const step = await provider.signIn(email, password)
    if (step.status === "owes-code") await step.finish(plainCode(code))
    await provider.removeApp()
    return { status: "done" }
  } catch (error) {
    return providerFailure(error)
  }
}
