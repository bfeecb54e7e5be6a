import type { components } from "#client/wire/api.ts"

type Wire = components["schemas"]

/** What the profile's need answers: the signed-in user. The session knows all of it but the roles. */
export type ProfileRow = Pick<Wire["CurrentUser"], "_id" | "phone" | "jobTitle" | "department"> & {
  roles: readonly Pick<Wire["RoleLabel"], "_id" | "name">[]
}
