/** What the user reads when signing in, registering or verifying fails. Texts of specification 7 and 8 are literal. */

export const SUSPENDED_TEXT =
  "Your account has been suspended. Please contact your Admin for assistance."
export const EXPIRED_TEXT = "Your Subscription has been expired. Please Contact Support Team"
export const VERIFICATION_SENT = "Verification email sent successfully! please check your Inbox."

const UNKNOWN = "Something went wrong while talking to the sign-in service. Try again."

const BY_CODE: Readonly<Record<string, string>> = {
  "auth/invalid-credential": "The e-mail or the password is not right.",
  "auth/wrong-password": "The e-mail or the password is not right.",
  "auth/user-not-found": "The e-mail or the password is not right.",
  "auth/user-disabled": "This account is disabled. Please contact your Admin for assistance.",
  "auth/too-many-requests": "Too many attempts. Wait a few minutes, then try again.",
  "auth/network-request-failed":
    "The sign-in service did not answer. Check your connection and try again.",
  "auth/email-already-in-use": "There is already an account with this e-mail. Sign in instead.",
  "auth/invalid-email": "This is not a valid e-mail address.",
  "auth/missing-email": "Enter your e-mail address.",
  "auth/missing-password": "Enter your password.",
  "auth/weak-password": "Choose a longer password.",
  "auth/password-does-not-meet-requirements":
    "This password does not meet the requirements. Choose a longer one.",
  "auth/operation-not-allowed": "Signing in with e-mail and password is switched off.",
  "auth/admin-restricted-operation": "New accounts are created by an administrator only.",
  "auth/user-token-expired": "Your sign-in has run out. Sign in again.",
  "auth/invalid-user-token": "Your sign-in has run out. Sign in again.",
  "auth/requires-recent-login": "Sign in again to confirm this change.",
  "auth/no-current-user": "Sign in first.",
  "auth/invalid-verification-code":
    "The code is not right, or was used already. Wait for the next one that your app shows.",
  "auth/invalid-multi-factor-session": "This sign-in took too long. Enter your password again.",
  "auth/totp-challenge-timeout": "This sign-in took too long. Enter your password again.",
  "auth/code-expired": "Setting up the app took too long. Begin again.",
  "auth/invalid-verification-id": "Setting up the app took too long. Begin again.",
  "auth/second-factor-already-in-use": "There is an authenticator app already.",
  "auth/unverified-email": "Verify your e-mail address first.",
}

type AtFault = "email" | "password" | "code" | null

/** Friendly text for a provider's code; the field tells where a form shows it. */
export function textOfCode(code: string): { text: string; field: AtFault } {
  return { text: BY_CODE[code] ?? UNKNOWN, field: fieldOf(code) }
}

function fieldOf(code: string): AtFault {
  if (code === "auth/unverified-email") return null
  if (/email/.test(code)) return "email"
  if (code === "auth/invalid-verification-code") return "code"
  return /(weak|missing)-password|password-does-not/.test(code) ? "password" : null
}
