/** What the forms check that change how one signs in. The provider checks again. */
import { isRecoveryCode, plainCode } from "#client/lib/code.ts"
import { msg } from "#client/lib/words.ts"
import type { Changed } from "#client/services/auth/own-sign-in.ts"
import type { FieldErrors, Refusal, Values } from "#client/ui/use-checked-form.ts"

import { PASSWORD_MIN, emailFault } from "./account-checks.ts"

export const passwordNames = ["currentPassword", "newPassword", "passwordCode"] as const
export type PasswordName = (typeof passwordNames)[number]

export const addressNames = ["newEmail", "addressPassword", "addressCode"] as const
export type AddressName = (typeof addressNames)[number]

export const removalNames = ["passkeyPassword", "passkeyCode"] as const
export type RemovalName = (typeof removalNames)[number]

export const additionNames = ["passkeyName", ...removalNames] as const
export type AdditionName = (typeof additionNames)[number]

/** `isCodeOwed`: the provider has asked for the code of the app. */
export function checkPasswordChange(
  values: Values<PasswordName>,
  isCodeOwed: boolean,
): FieldErrors<PasswordName> {
  const faults: FieldErrors<PasswordName> = {}
  if (values.currentPassword === "") faults.currentPassword = msg("Enter your current password.")
  if (values.newPassword === "") faults.newPassword = msg("Choose a password.")
  else if (Array.from(values.newPassword).length < PASSWORD_MIN) {
    faults.newPassword = msg("Choose a password of at least 8 characters.")
  } else if (values.newPassword === values.currentPassword) {
    faults.newPassword = msg("Choose a password that differs from your current one.")
  }
  const code = codeFault(values.passwordCode, isCodeOwed)
  if (code !== null) faults.passwordCode = code
  return faults
}

export function checkAddressChange(
  values: Values<AddressName>,
  { isCodeOwed, present }: { isCodeOwed: boolean; present: string },
): FieldErrors<AddressName> {
  const faults: FieldErrors<AddressName> = {}
  const email = emailFault(values.newEmail)
  if (email !== null) faults.newEmail = email
  else if (values.newEmail.trim().toLowerCase() === present.toLowerCase()) {
    faults.newEmail = msg("This is already your address.")
  }
  if (values.addressPassword === "") faults.addressPassword = msg("Enter your password.")
  const code = codeFault(values.addressCode, isCodeOwed)
  if (code !== null) faults.addressCode = code
  return faults
}

export function checkPasskeyRemoval(
  values: Values<RemovalName>,
  isCodeOwed: boolean,
): FieldErrors<RemovalName> {
  const faults: FieldErrors<RemovalName> = {}
  if (values.passkeyPassword === "") faults.passkeyPassword = msg("Enter your password.")
  const code = codeFault(values.passkeyCode, isCodeOwed)
  if (code !== null) faults.passkeyCode = code
  return faults
}

export function checkPasskeyAddition(
  values: Values<AdditionName>,
  isCodeOwed: boolean,
): FieldErrors<AdditionName> {
  const faults: FieldErrors<AdditionName> = checkPasskeyRemoval(values, isCodeOwed)
  if (values.passkeyName.trim() === "") faults.passkeyName = msg("Enter a name for the passkey.")
  return faults
}

/** What a form shows of a change that failed; the names say which of its fields is which. */
export function refusalOfChange<N extends string>(
  changed: Changed,
  names: Partial<Record<"email" | "password" | "code", N>>,
): Refusal<N> | null {
  if (changed.status !== "failed") return null
  const own = changed.field === null ? undefined : names[changed.field]
  if (own === undefined) return { message: changed.text }
  const fields: FieldErrors<N> = {}
  fields[own] = changed.text
  return { fields }
}

function codeFault(code: string, isOwed: boolean): string | null {
  if (!isOwed || /^\d{6}$/u.test(plainCode(code)) || isRecoveryCode(code)) return null
  return msg("Enter the six-digit code from your app.")
}
