/** Accepting an invitation: the provider's user for the address it was sent to, then the company's. */
import { whileBusy } from "#client/services/busy.ts"
import { send } from "#client/services/send.ts"
import type { components } from "#client/wire/api.ts"

import { providerFailure } from "./enter.ts"
import { identity } from "./identity-door.ts"
import type { Identity } from "./identity.ts"
import type { Outcome } from "./outcome.ts"
import { become, ensureUser } from "./register.ts"

export type Invitation = components["schemas"]["Invitation"]

/** What the invitation with this secret says. */
export async function invitationOf(secret: string, signal: AbortSignal): Promise<Invitation> {
  const { data } = await send<components["schemas"]["InvitationResponse"]>(
    "/iam/api/v1/auth/invitation",
    { method: "POST", token: null, body: { secret }, signal },
  )
  return data
}

/** Makes the guest a user of the company that invited, and leaves for the dashboard. A broken-off attempt is finished. */
export function join(
  secret: string,
  { emailId, firstName, lastName }: Invitation,
  password: string,
): Promise<Outcome> {
  return whileBusy(async () => {
    let provider: Identity
    try {
      provider = await identity()
      await ensureUser(provider, { email: emailId, password, firstName, lastName })
    } catch (error) {
      return providerFailure(error)
    }
    return become(provider, "/iam/api/v1/auth/accept-invite", { secret })
  })
}
