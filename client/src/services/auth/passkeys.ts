/**
 * Passkeys: what the browser's authenticators and the embedded identity provider say to each other. They sign in by themselves, so the
 * password is asked for only where they are made and removed.
 */
import { passkeyStore } from "#client/lib/browser.ts"
import { whileBusy } from "#client/services/busy.ts"

import { enter, providerFailure } from "./enter.ts"
import { identity } from "./identity-door.ts"
import type { Outcome } from "./outcome.ts"
import { type Changed, type Proof, proven } from "./own-sign-in.ts"
import { ProviderRefusal, callProvider } from "./provider-call.ts"

export interface Passkey {
  id: string
  name: string
  /** RFC 3339. */
  createdAt: string
  usedAt: string | null
}

/** Signs in with the passkey that the visitor chooses, and leaves for the page asked for. */
export async function signInWithPasskey(): Promise<Outcome> {
  try {
    const store = openStore()
    const { credentialRequestOptions, sessionInfo } = await callProvider<{
      credentialRequestOptions: PublicKeyCredentialRequestOptionsJSON
      sessionInfo: string
    }>("passkeySignIn:start", {})
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(credentialRequestOptions)
    const authenticatorAuthenticationResponse = await answered(store.get({ publicKey }))
    const answer = { sessionInfo, authenticatorAuthenticationResponse }
    return await whileBusy(() => enterWith(JSON.stringify(answer)))
  } catch (error) {
    return providerFailure(error)
  }
}

async function enterWith(answer: string): Promise<Outcome> {
  const provider = await identity()
  await provider.signInWithToken(answer)
  return enter(provider)
}

/** Those of the user; `null` when this browser is not signed in at the provider, as after a plain form. */
export async function ownPasskeys(): Promise<readonly Passkey[] | null> {
  const provider = await identity()
  await provider.firstState
  if (provider.current() === null) return null
  const idToken = await provider.idToken()
  const answer = await callProvider<{ passkeys: Passkey[] }>("passkeys:list", { idToken })
  return answer.passkeys
}

/** Has the browser make a passkey, and adds it. */
export function addPasskey(proof: Proof, name: string): Promise<Changed> {
  return proven(proof, async (provider) => {
    const store = openStore()
    const idToken = await provider.idToken()
    const { credentialCreationOptions, sessionInfo } = await callProvider<{
      credentialCreationOptions: PublicKeyCredentialCreationOptionsJSON
      sessionInfo: string
    }>("passkeyEnrollment:start", { idToken })
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(credentialCreationOptions)
    const authenticatorRegistrationResponse = await answered(store.create({ publicKey }))
    const answer = { sessionInfo, authenticatorRegistrationResponse, name }
    await callProvider("passkeyEnrollment:finalize", { idToken, ...answer })
  })
}

export function removePasskey(proof: Proof, id: string): Promise<Changed> {
  return proven(proof, async (provider) => {
    await callProvider("passkeys:remove", { idToken: await provider.idToken(), id })
  })
}

function openStore(): CredentialsContainer {
  const store = passkeyStore()
  if (store === undefined) throw new ProviderRefusal("auth/no-passkeys")
  return store
}

/** What the authenticator says. The browser tells little of why it says nothing, so that nobody learns who has a passkey. */
async function answered(asked: Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await asked
    if (credential instanceof PublicKeyCredential) return credential.toJSON()
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ""
    throw new ProviderRefusal(BY_NAME[name] ?? NOT_CHOSEN)
  }
  throw new ProviderRefusal(NOT_CHOSEN)
}

const NOT_CHOSEN = "auth/no-passkey-chosen"

const BY_NAME: Readonly<Record<string, string>> = {
  InvalidStateError: "auth/passkey-exists",
  NotSupportedError: "auth/no-passkeys",
  // The page is at another address than the server is told to have.
  SecurityError: "auth/no-passkeys",
}
