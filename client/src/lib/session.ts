/** The session as the server sees it: who is signed in, for which company, with which rights. Names are the wire's. */
export interface SessionView {
  user: SessionUser
  company: SessionCompany
  products: readonly string[]
  /** Permission names such as `user:view`. */
  permissions: readonly string[]
  isSuperAdmin: boolean
  /** The company's subscription ended before today, in the company's zone. */
  isExpired: boolean
  /** Unread notifications, counted up to 10. */
  unread: number
  /** `form`: signed in by a plain form post, so the browser's SDK knows no user. */
  signInMethod: "sdk" | "form"
}

export interface SessionUser {
  _id: string
  name: string
  firstName: string
  lastName: string
  emailId: string
  emailVerified: boolean
  twoFactorAuth: boolean
  language: string
  timezone: string
  dateFormat: string
  timeFormat: string
  theme: string
  density: string
}

/** Specification section 3; two names carry its spelling. */
export interface SessionCompany {
  _id: string
  name: string
  short_name?: string | null
  company_type?: string | null
  account_type?: string | null
  prefered_language?: string | null
  operating_country?: string | null
  currency?: string | null
  timezone?: string | null
  address?: unknown
  phone?: string | null
  is_subscribed_for_campaign?: boolean
  twoFactorAuth?: boolean
  account_setup?: boolean
  /** `expiryDate` is a day, usable to its end in the company's zone. */
  subscripedPlan?: { name?: string | null; expiryDate?: string | null } | null
}
