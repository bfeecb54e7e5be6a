import { msg } from "#client/lib/words.ts"
import type { FieldErrors, Values } from "#client/ui/use-checked-form.ts"

/** What the forms of the authenticator app check before they send. */
import { checkSecondStep } from "./account-checks.ts"

export const confirmNames = ["password"] as const
export type ConfirmName = (typeof confirmNames)[number]

export const bothFactors = ["password", "code"] as const
export type BothFactors = (typeof bothFactors)[number]

export function checkConfirmation({ password }: Values<ConfirmName>): FieldErrors<ConfirmName> {
  return password === "" ? { password: msg("Enter your password.") } : {}
}

export function checkBothFactors(values: Values<BothFactors>): FieldErrors<BothFactors> {
  return { ...checkConfirmation(values), ...checkSecondStep(values) }
}
