/** What the form of a new access token asks for. The service checks again. */
import { msg } from "#client/lib/words.ts"
import type { NewAccessToken, TokenScope } from "#client/services/session/access-tokens.ts"
import type { FieldErrors, Values } from "#client/ui/use-checked-form.ts"

/** What a token can be let into, by the scopes that open it; the choice is a field named after the part. */
export const PARTS = [
  { name: "contact", label: msg("Contacts"), read: "contact:read", write: "contact:write" },
  { name: "master", label: msg("Reference data"), read: "master:read", write: "master:write" },
  { name: "mail", label: msg("Mail"), read: "mail:read", write: "mail:write" },
  { name: "drive", label: msg("Files"), read: "drive:read", write: "drive:write" },
  { name: "report", label: msg("Reports"), read: "report:read", write: "report:write" },
  { name: "iam", label: msg("Company, users and issues"), read: "iam:read", write: "iam:write" },
  { name: "log", label: msg("Audit history and imports"), read: "log:read", write: null },
] as const satisfies readonly Part[]

interface Part {
  name: string
  label: string
  read: TokenScope
  /** `null` where requests write nothing. */
  write: TokenScope | null
}

/** In days; the longest is that of the service. */
export const LIVES = [
  { days: 7, label: msg("7 days") },
  { days: 30, label: msg("30 days") },
  { days: 90, label: msg("90 days") },
  { days: 366, label: msg("1 year") },
] as const

export const tokenNames = [
  "name",
  "expiresInDays",
  "roleId",
  "scopes",
  ...PARTS.map(({ name }) => name),
] as const
export type TokenName = (typeof tokenNames)[number]

export function checkToken(values: Values<TokenName>): FieldErrors<TokenName> {
  const faults: FieldErrors<TokenName> = {}
  if (values.name.trim() === "") faults.name = msg("Enter a name.")
  if (scopesOf(values).length === 0) faults.scopes = msg("Allow access to at least one part.")
  return faults
}

/** What is sent to the service. */
export function tokenOf(values: Values<TokenName>): NewAccessToken {
  return {
    name: values.name.trim(),
    scopes: scopesOf(values),
    expiresInDays: Number(values.expiresInDays),
    roleId: values.roleId === "" ? null : values.roleId,
  }
}

function scopesOf(values: Values<TokenName>): TokenScope[] {
  return PARTS.flatMap(
    ({ name, read, write }) => [read, write].find((scope) => scope === values[name]) ?? [],
  )
}
