/** A company's coded fields as words of the catalogue. */
import { msg } from "./words.ts"

const TYPES: Readonly<Record<string, string>> = {
  forwarder: msg("Freight forwarder"),
  carrier: msg("Carrier"),
  customsBroker: msg("Customs broker"),
  nvocc: msg("NVOCC"),
  warehouse: msg("Warehouse operator"),
  shipper: msg("Shipper"),
  other: msg("Other"),
}

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

/** What the company does; a code that is new to this page reads as itself. */
export function companyTypeText(code: string | null | undefined): string {
  return code == null ? "" : (TYPES[code] ?? code)
}

/** Its contract with the operator. */
export function accountTypeText(code: string | null | undefined): string {
  return code == null ? "" : (ACCOUNTS[code] ?? code)
}

/** A product that it has or can have. */
export function productText(code: string): string {
  return PRODUCTS[code] ?? code
}
