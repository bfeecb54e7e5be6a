import { mayLeave } from "#client/services/leaving.ts"
import { endSession } from "#client/services/session/end.ts"

/** Signs out everywhere in this browser and leaves for the login page; a form that is not stored asks first. */
export async function signOut(): Promise<void> {
  if (await mayLeave()) await endSession("signed-out")
}
