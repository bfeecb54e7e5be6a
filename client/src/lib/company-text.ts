/** A company's coded fields as words of the catalogue. */
import type { Choice } from "./choices.ts"
import { msg } from "./words.ts"

/** What a company does. */
export const COMPANY_TYPES: readonly Choice[] = [
  { value: "forwarder", label: msg("Freight forwarder") },
  { value: "carrier", label: msg("Carrier") },
  { value: "customsBroker", label: msg("Customs broker") },
  { value: "nvocc", label: msg("NVOCC") },
  { value: "warehouse", label: msg("Warehouse operator") },
  { value: "shipper", label: msg("Shipper") },
  { value: "other", label: msg("Other") },
]

const ACCOUNTS: Readonly<Record<string, string>> = {
  trial: msg("Trial"),
  standard: msg("Standard"),
  enterprise: msg("Enterprise"),
}

const PRODUCTS: Readonly<Record<string, string>> = {
  workspace: msg("Workspace"),
  reference: msg("Reference data"),
  mail: msg("Mail"),
  contacts: msg("Contacts"),
  reports: msg("Reports"),
  drive: msg("Files"),
}

/** The kinds of contract, to choose from. */
export const ACCOUNT_TYPES = Object.entries(ACCOUNTS).map(([value, label]) => ({ value, label }))

/** Its contract with the operator. */
export function accountTypeText(code: string | null | undefined): string {
  return code == null ? "" : (ACCOUNTS[code] ?? code)
}

/** A product that it has or can have. */
export function productText(code: string): string {
  return PRODUCTS[code] ?? code
}
