/** Where the start and the end of a session lead. The entry hands the product's paths in: services know no screen. */
import type { OwedFactor } from "#client/lib/search.ts"

export interface Destinations {
  /** The login page, which leads to `redirectUri` after a sign-in. */
  login: (redirectUri?: string) => string
  /** The page that asks for the code which this sign-in owes. */
  secondFactor: (owed: OwedFactor, redirectUri?: string) => string
  /** Whether a visitor without a session may stay on this pathname (specification 4: `/`, `/login`, `/register`). */
  isOpen: (pathname: string) => boolean
  isLogin: (pathname: string) => boolean
  /** Whether the page is for those who are not signed in: login or registration. */
  isGuest: (pathname: string) => boolean
  /** Target after a sign-in from this address: its `redirect_uri`, else the dashboard. */
  afterSignIn: (search: string) => string
}

let known: Destinations | null = null

export function setDestinations(given: Destinations): void {
  known = given
}

/** Asked for in the browser only, after the entry has set them. */
export function destinations(): Destinations {
  if (known === null)
    throw new Error("the entry sets the destinations before anything asks for one")
  return known
}
