import { endSession } from "#client/services/session/end.ts"

/** Signs out everywhere in this browser and leaves for the login page. */
export function signOut(): Promise<void> {
  return endSession("signed-out")
}
