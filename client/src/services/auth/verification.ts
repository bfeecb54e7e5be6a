import { VERIFICATION_SENT } from "#client/lib/account-text.ts"
import { textOfCode } from "#client/lib/auth-text.ts"
import { toast } from "#client/services/toasts.ts"

import { codeOf } from "./enter.ts"
import { identity } from "./identity-door.ts"

/** Asks the provider for another verification mail; a toast tells the result either way (specification 7, 8). */
export async function resendVerification(): Promise<"sent" | "failed"> {
  try {
    const provider = await identity()
    await provider.firstState
    await provider.sendVerification()
    toast.success(VERIFICATION_SENT)
    return "sent"
  } catch (error) {
    const code = codeOf(error) ?? "unknown"
    // oxlint-disable-next-line no-console -- the specification has this failure logged
    console.error("The verification e-mail was not sent.", code)
    toast.error(textOfCode(code).text)
    return "failed"
  }
}
