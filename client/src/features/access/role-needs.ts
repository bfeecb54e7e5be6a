import { grantsOf, type Grants, type RolePermission } from "#client/lib/rights.ts"
import { useNeed, usePage } from "#client/services/page.tsx"
import type { components } from "#client/wire/api.ts"

/** The data of the screens of roles, besides the record itself. */
import type { EffectivePermission } from "./effective-rights.tsx"
import { type Giver, giverOf } from "./matrix-model.ts"

type Wire = components["schemas"]
export type Role = Wire["Role"]

/** What the person at the screen may give; `null` while it is not known. */
export function useGiver(): Giver | null {
  const { session } = usePage()
  const rights = useNeed<readonly EffectivePermission[]>("rights")
  const products = useNeed<readonly Wire["Product"][]>("products")
  if (session === null || rights.status !== "ready") return null
  return giverOf(
    rights.data,
    products.status === "ready" ? products.data : null,
    session.company.products,
  )
}

/** All roles of the company by name, as far as they have arrived. */
export function useRoles(): readonly Role[] {
  const need = useNeed<readonly Role[]>("allRoles")
  return need.status === "ready" ? need.data : []
}

/** What a form's value holds. */
export function permissionsIn(value: unknown): readonly RolePermission[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value of this field is the record's or the matrix's
  return Array.isArray(value) ? (value as readonly RolePermission[]) : []
}

/** The role that the address asks to compare with. */
export function comparedRole(
  roles: readonly Role[],
  id: string | null,
): { id: string; name: string; grants: Grants } | null {
  const found = roles.find((role) => role._id === id)
  return found === undefined
    ? null
    : { id: found._id, name: found.name, grants: grantsOf(found.permissions) }
}
