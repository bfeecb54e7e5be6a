import type { IdentityEnv } from "client/lib/input.ts"

/** The program's own provider, at an address that has passkeys. */
export function sampleIdentity(mark: string): IdentityEnv {
  return {
    embedded: true,
    passkeys: true,
    apiKey: mark,
    projectId: mark,
    authDomain: null,
    appId: null,
    databaseUrl: null,
    authEmulator: null,
  }
}
