/** Every address of the product is a function here; no screen writes one out. */
import type { OwedFactor } from "#client/lib/search.ts"

export const paths = {
  home: () => "/",
  dashboard: () => "/dashboard",
  login: ({ owed, redirectUri }: LoginQuery & { owed?: OwedFactor } = {}) =>
    `/login${search({ ...secondFactor(owed), redirect_uri: redirectUri })}`,
  register: (query: LoginQuery = {}) => `/register${search({ redirect_uri: query.redirectUri })}`,
  notFound: () => "/notFound",
  settings: () => "/settings",
  profile: () => "/settings/profile",
  users: (query: ListQuery = {}) => `/settings/users${search(query)}`,
  roles: (query: ListQuery = {}) => `/settings/roles${search(query)}`,
  countries: (query: ListQuery = {}) => `/settings/countries${search(query)}`,
  currencies: (query: ListQuery = {}) => `/settings/currencies${search(query)}`,
} as const

/** Where forms are posted that no page answers. */
export const actions = {
  logout: () => "/logout",
} as const

export interface LoginQuery {
  /** Where a successful sign-in leads. */
  redirectUri?: string | undefined
}

/** State of a list, as it stands in its address. */
export interface ListQuery {
  page?: number | undefined
  pageSize?: number | undefined
  sort?: string | undefined
  search?: string | undefined
}

/** Specification 2: the handle, the flag that asks for a code by e-mail, and where that goes. */
function secondFactor(owed: OwedFactor | undefined): Record<string, string> {
  return owed === undefined ? {} : { fbtkn: owed.fbtkn, sendCode: "true", emailId: owed.emailId }
}

function search(values: Record<string, string | number | undefined> | ListQuery): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === ""
      ? []
      : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`],
  )
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`
}
