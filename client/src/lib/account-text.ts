/** How an account or a subscription stands, in the literal texts of specification 7 and 8. */
import { msg } from "./words.ts"

export const SUSPENDED_TEXT = msg(
  "Your account has been suspended. Please contact your Admin for assistance.",
)
export const EXPIRED_TEXT = msg("Your Subscription has been expired. Please Contact Support Team")
export const VERIFICATION_SENT = msg(
  "Verification email sent successfully! please check your Inbox.",
)
