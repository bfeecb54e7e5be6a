/** What the account forms check before they send; the server checks again. Texts say what to do. */
import { isRecoveryCode, plainCode } from "#client/lib/code.ts"
import { msg } from "#client/lib/words.ts"
import type { FieldErrors, Values } from "#client/ui/use-checked-form.ts"

export const signInNames = ["email", "password", "redirect_uri"] as const
export type SignInName = (typeof signInNames)[number]

export const codeNames = ["code"] as const
export type CodeName = (typeof codeNames)[number]

export const companyNames = ["firstName", "lastName", "companyName", "operatingCountry"] as const
export type CompanyName = (typeof companyNames)[number]

export const registerNames = [...companyNames, "email", "password"] as const
export type RegisterName = (typeof registerNames)[number]

export const joinNames = ["email", "password"] as const
export type JoinName = (typeof joinNames)[number]

export const forgottenNames = ["emailId"] as const
export type ForgottenName = (typeof forgottenNames)[number]

/** In characters; the identity service asks for no more than length. */
export const PASSWORD_MIN = 8

export function checkSignIn(values: Values<SignInName>): FieldErrors<SignInName> {
  return withoutGaps<SignInName>({
    email: emailFault(values.email),
    password: values.password === "" ? msg("Enter your password.") : null,
  })
}

export const checkCode = codeCheck(msg("Enter the six-digit code from the message."))
export const checkAppCode = codeCheck(msg("Enter the six-digit code from your app."))

/** A code of the app, or a recovery code in its place. */
export function checkSecondStep(values: Values<CodeName>): FieldErrors<CodeName> {
  return isRecoveryCode(values.code) ? {} : checkAppCode(values)
}

/** Spaces do not matter: mail programs and apps show them. */
function codeCheck(fault: string) {
  return ({ code }: Values<CodeName>): FieldErrors<CodeName> => {
    const isCode = /^\d{6}$/u.test(plainCode(code))
    return isCode ? {} : { code: fault }
  }
}

export function checkCompany(values: Values<CompanyName>): FieldErrors<CompanyName> {
  return withoutGaps<CompanyName>({
    firstName: nameFault(values.firstName, msg("Enter your first name."), 60),
    lastName: tooLong(values.lastName, 60),
    companyName: nameFault(values.companyName, msg("Enter the name of your company."), 120),
    operatingCountry: values.operatingCountry === "" ? msg("Choose a country.") : null,
  })
}

export function checkRegistration(values: Values<RegisterName>): FieldErrors<RegisterName> {
  return {
    ...checkCompany(values),
    ...withoutGaps<RegisterName>({
      email: emailFault(values.email),
      password: passwordFault(values.password),
    }),
  }
}

export function checkJoin(values: Values<JoinName>): FieldErrors<JoinName> {
  return withoutGaps<JoinName>({ password: passwordFault(values.password) })
}

export function checkForgotten(values: Values<ForgottenName>): FieldErrors<ForgottenName> {
  return withoutGaps<ForgottenName>({ emailId: emailFault(values.emailId) })
}

export function emailFault(text: string): string | null {
  const email = text.trim()
  if (email === "") return msg("Enter your e-mail address.")
  const [local, host, ...more] = email.split("@")
  const complete = local !== "" && host !== undefined && host !== "" && more.length === 0
  return complete && !/\s/u.test(email)
    ? null
    : msg("Enter a complete e-mail address, such as name@company.com.")
}

function passwordFault(text: string): string | null {
  if (text === "") return msg("Choose a password.")
  return Array.from(text).length < PASSWORD_MIN
    ? msg("Choose a password of at least 8 characters.")
    : null
}

function nameFault(text: string, missing: string, limit: 60 | 120): string | null {
  return text.trim() === "" ? missing : tooLong(text, limit)
}

function tooLong(text: string, limit: 60 | 120): string | null {
  if (Array.from(text.trim()).length <= limit) return null
  return limit === 60 ? msg("Use at most 60 characters.") : msg("Use at most 120 characters.")
}

function withoutGaps<N extends string>(faults: Partial<Record<N, string | null>>): FieldErrors<N> {
  const found: FieldErrors<N> = {}
  for (const name in faults) {
    const text = faults[name]
    if (typeof text === "string") found[name] = text
  }
  return found
}
