/** What the dashboard's needs answer. */
export interface Overview {
  users: number
  roles: number
  countries: number
  currencies: number
  timezones: number
  picklistValues: number
}

export interface AuditRow {
  _id: string
  /** RFC 3339. */
  at: string
  actor: { type: string; name: string }
  /** Kind and deed, such as `user.signIn`. */
  action: string
  entity: { type: string; label: string }
  /** `ok`, `denied` or `failed`. */
  result: string
}
