/** The rows of the lists. Words of closed sets stay texts: a word that is new to this page is shown as it is. */
import type { components } from "#client/wire/api.ts"

type Wire = components["schemas"]

export type UserRow = Pick<Wire["User"], "_id" | "name" | "emailId" | "lastLoginAt"> & {
  roles: readonly Pick<Wire["RoleLabel"], "_id" | "name">[]
  status: string
}

export type RoleRow = Pick<
  Wire["Role"],
  "_id" | "name" | "description" | "isDefault" | "memberCount"
> & { type: string }

export type CountryRow = Pick<
  Wire["Country"],
  "alpha2" | "alpha3" | "numeric" | "name" | "dialCode" | "defaultCurrency" | "isUserAssigned"
>

export type CurrencyRow = Pick<
  Wire["Currency"],
  "code" | "numeric" | "name" | "symbol" | "exponent"
> & { status: string }
