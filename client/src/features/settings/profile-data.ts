/** What the profile's need answers: the signed-in user. */
export interface ProfileRow {
  _id: string
  phone: string | null
  jobTitle: string | null
  department: string | null
  roles: readonly { _id: string; name: string }[]
  status: string
  /** RFC 3339. */
  lastLoginAt: string | null
  createdAt: string
}
