/** The end of a role. */
import { request } from "#client/services/http.ts"
import { versionTag } from "#client/services/version-tag.ts"

import type { Role } from "./role-needs.ts"
import { roles } from "./role.tsx"

/** To the bin; its members get the other role, if there are any. */
export function deleteRole(role: Role, replacement?: string): Promise<unknown> {
  const query =
    replacement === undefined ? "" : `?replacementRoleId=${encodeURIComponent(replacement)}`
  return request(`${roles.service}/${role._id}${query}`, {
    method: "DELETE",
    headers: { "If-Match": versionTag(role.version) },
  })
}
