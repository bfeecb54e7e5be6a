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

/** Its contract with the operator. */
export function accountTypeText(code: string | null | undefined): string {
  return code == null ? "" : (ACCOUNTS[code] ?? code)
}
