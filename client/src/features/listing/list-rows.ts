/** The rows of the settings' lists. */
export interface UserRow {
  _id: string
  name: string
  emailId: string
  emailVerified: boolean
  jobTitle: string | null
  roles: readonly { _id: string; name: string }[]
  status: string
  /** RFC 3339. */
  lastLoginAt: string | null
}

export interface RoleRow {
  _id: string
  name: string
  description: string
  type: string
  isDefault: boolean
  memberCount: number
}

export interface CountryRow {
  alpha2: string
  alpha3: string
  numeric: string
  name: string
  dialCode: string | null
  defaultCurrency: string | null
  isUserAssigned: boolean
}

export interface CurrencyRow {
  code: string
  numeric: string
  name: string
  /** Empty when the code is written instead. */
  symbol: string
  exponent: number | null
  status: string
}
