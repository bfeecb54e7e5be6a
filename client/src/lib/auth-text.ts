/** What the user reads when signing in, registering or verifying fails. */
import { msg } from "./words.ts"

const UNKNOWN = msg("Couldn't complete the sign-in. Try again.")

const BY_CODE: Readonly<Record<string, string>> = {
  "auth/invalid-credential": msg("Incorrect e-mail or password."),
  "auth/wrong-password": msg("Incorrect e-mail or password."),
  "auth/user-not-found": msg("Incorrect e-mail or password."),
  "auth/user-disabled": msg("This account is disabled. Please contact your Admin for assistance."),
  "auth/too-many-requests": msg("Too many attempts. Wait a few minutes, then try again."),
  "auth/network-request-failed": msg(
    "Couldn't reach the sign-in service. Check your connection and try again.",
  ),
  "auth/email-already-in-use": msg(
    "There is already an account with this e-mail. Sign in instead.",
  ),
  "auth/invalid-email": msg("This is not a valid e-mail address."),
  "auth/missing-email": msg("Enter your e-mail address."),
  "auth/missing-password": msg("Enter your password."),
  "auth/weak-password": msg("Choose a longer password."),
  "auth/password-does-not-meet-requirements": msg(
    "This password does not meet the requirements. Choose a longer one.",
  ),
  "auth/operation-not-allowed": msg("Signing in with e-mail and password is turned off."),
  "auth/admin-restricted-operation": msg("Only an administrator can create new accounts."),
  "auth/user-token-expired": msg("Your session has expired. Sign in again."),
  "auth/invalid-user-token": msg("Your session has expired. Sign in again."),
  "auth/requires-recent-login": msg("Sign in again to confirm this change."),
  "auth/no-current-user": msg("Sign in first."),
  "auth/invalid-verification-code": msg(
    "The code is wrong or has already been used. Enter the next code that your app shows.",
  ),
  "auth/invalid-multi-factor-session": msg(
    "This sign-in took too long. Enter your password again.",
  ),
  "auth/totp-challenge-timeout": msg("This sign-in took too long. Enter your password again."),
  "auth/code-expired": msg("Setting up the app took too long. Start again."),
  "auth/invalid-verification-id": msg("Setting up the app took too long. Start again."),
  "auth/second-factor-already-in-use": msg("An authenticator app is already set up."),
  "auth/no-passkeys": msg(
    "This browser cannot use passkeys on this page. Sign in with your password instead.",
  ),
  "auth/no-passkey-chosen": msg("No passkey was used. Try again, or use your password."),
  "auth/invalid-passkey": msg(
    "This passkey does not sign in here. Use another one, or your password.",
  ),
  "auth/invalid-passkey-session": msg("That took too long. Try again."),
  "auth/passkey-exists": msg("This device already has a passkey for your account."),
  "auth/passkey-enrollment-not-found": msg("This passkey was already removed."),
  "auth/too-many-passkeys": msg(
    "You have reached the maximum number of passkeys. Remove one first.",
  ),
  "auth/invalid-argument": msg("Enter a name of at most 100 characters."),
  "auth/unverified-email": msg("Verify your e-mail address first."),
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
