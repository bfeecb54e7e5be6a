import { languageOf } from "#client/lib/words.ts"
import { whileBusy } from "#client/services/busy.ts"
import { send } from "#client/services/send.ts"
import type { components } from "#client/wire/api.ts"

import { type LoginAnswer, arrive, codeOf, problemOf, providerFailure, refusal } from "./enter.ts"
import { identity } from "./identity-door.ts"
import type { Identity } from "./identity.ts"
import type { Outcome } from "./outcome.ts"

type Body = components["schemas"]["NewRegistration"]
type Company = Required<Omit<Body, "language">>

export interface Registration extends Company {
  email: string
  password: string
}

/**
 * Creates the provider's user, then the company with its first user, and leaves for the dashboard.
 *
 * A registration that broke off between the two is finished by the next attempt with the same e-mail and password.
 */
export function register(registration: Registration): Promise<Outcome> {
  return whileBusy(async () => {
    let provider: Identity
    try {
      provider = await identity()
      await ensureUser(provider, registration)
    } catch (error) {
      return providerFailure(error)
    }
    return createCompany(provider, registration)
  })
}

/** Finishes a registration whose provider user is already signed in (outcome `no-account`). */
export function finishRegistration(registration: Company): Promise<Outcome> {
  return whileBusy(async () => {
    let provider: Identity
    try {
      provider = await identity()
    } catch (error) {
      return providerFailure(error)
    }
    return createCompany(provider, registration)
  })
}

/** Makes the provider know the user: a new account, or the one that an attempt before made. */
export async function ensureUser(
  provider: Identity,
  user: Pick<Registration, "email" | "password" | "firstName" | "lastName">,
): Promise<void> {
  const { email, password, firstName, lastName } = user
  try {
    await provider.create(email, password, `${firstName} ${lastName}`.trim())
  } catch (error) {
    if (codeOf(error) !== "auth/email-already-in-use") throw error
    // The right password proves that the account is this visitor's; the wrong one must not say more than "in use".
    const step = await provider.signIn(email, password).catch(() => {
      throw error
    })
    // Who has an authenticator app has signed in before, and does so by the page that is for it.
    if (step.status === "owes-code") throw error
  }
}

function createCompany(
  provider: Identity,
  { firstName, lastName, companyName, operatingCountry }: Company,
): Promise<Outcome> {
  // The company begins in the language in which it was registered.
  const language = languageOf(document.documentElement.lang)
  const body: Body = { firstName, lastName, companyName, operatingCountry, language }
  return become(provider, "/iam/api/v1/auth", body)
}

/** Makes the provider's user one of a company by what `path` does with `body`, and leaves for the dashboard. */
export async function become(provider: Identity, path: string, body: object): Promise<Outcome> {
  try {
    const token = await provider.idToken()
    const { data } = await send<LoginAnswer>(path, { method: "POST", token, body })
    if (provider.current()?.emailVerified === false) {
      // A mail that cannot be sent undoes nothing: the banner offers to send it again.
      await provider.sendVerification().catch(() => undefined)
    }
    return arrive(data)
  } catch (error) {
    return refusal(problemOf(error))
  }
}
