import { VERIFICATION_SENT } from "#client/lib/account-text.ts"
import { textOfCode } from "#client/lib/auth-text.ts"
import { toast } from "#client/services/toasts.ts"

import { codeOf } from "./enter.ts"
import { identity } from "./identity-door.ts"

/**
 * Asks the provider for another verification mail to the signed-in user, whose address is `emailId`; a toast tells the result either
 * way, a failure in the provider's own words (specification 7, 8).
 */
export async function resendVerification(emailId: string): Promise<"sent" | "failed"> {
  try {
    const provider = await identity()
    await provider.firstState
    // A session that a plain form began has no user at the provider, or one that was there before.
    if (provider.current()?.email?.toLowerCase() !== emailId.toLowerCase()) {
      return failed(textOfCode("auth/no-current-user").text)
    }
    await provider.sendVerification()
  } catch (error) {
    const isProviders = error instanceof Error && codeOf(error) !== null
    return failed(isProviders ? error.message : textOfCode("").text)
  }
  toast.success(VERIFICATION_SENT)
  return "sent"
}

function failed(text: string): "failed" {
  // oxlint-disable-next-line no-console -- the specification has this failure logged
  console.error("The verification e-mail was not sent.", text)
  toast.error(text)
  return "failed"
}
