/** A company's coded fields as words. */
const TYPES: Readonly<Record<string, string>> = {
  forwarder: "Freight forwarder",
  carrier: "Carrier",
  customsBroker: "Customs broker",
  nvocc: "NVOCC",
  warehouse: "Warehouse operator",
  shipper: "Shipper",
  other: "Other",
}

const ACCOUNTS: Readonly<Record<string, string>> = {
  trial: "Trial",
  standard: "Standard",
  enterprise: "Enterprise",
}

/** What the company does; a code that is new to this page reads as itself. */
export function companyTypeText(code: string | null | undefined): string {
  return code == null ? "" : (TYPES[code] ?? code)
}

/** Its contract with the operator. */
export function accountTypeText(code: string | null | undefined): string {
  return code == null ? "" : (ACCOUNTS[code] ?? code)
}
