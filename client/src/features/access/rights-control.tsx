import { firstValue } from "#client/lib/query.ts"
import { changesBetween, grantsOf } from "#client/lib/rights.ts"
import type { CustomControlProps } from "#client/records/fields.ts"
import { useNeed, usePage } from "#client/services/page.tsx"
import { useText } from "#client/ui/text.tsx"

import { PermissionMatrix } from "./permission-matrix.tsx"
import { ChangeList } from "./right-changes.tsx"
import { RoleCompare } from "./role-compare.tsx"
import { type Role, comparedRole, permissionsIn, useGiver, useRoles } from "./role-needs.ts"
import { RoleSight } from "./role-sight.tsx"

/** The rights of a role, beside those of another one if the address asks, and what somebody who has it finds. */
export function RightsControl({ id, value, onChange, readOnly, error }: CustomControlProps) {
  const t = useText()
  const { url } = usePage()
  const giver = useGiver()
  const roles = useRoles()
  const record = useNeed<Role>("record")
  const permissions = permissionsIn(value)
  const saved = record.status === "ready" ? record.data.permissions : permissions
  const own = record.status === "ready" ? record.data._id : ""
  const search = url.includes("?") ? url.slice(url.indexOf("?")) : ""
  const other = comparedRole(roles, firstValue(search, "compare") ?? null)
  const differences = other === null ? [] : changesBetween(other.grants, grantsOf(permissions))
  return (
    <div className="am-rights">
      <RoleCompare chosen={other?.id ?? ""} own={own} roles={roles} />
      {other === null ? null : (
        <details className="am-details">
          <summary>
            {differences.length === 0
              ? t("The same permissions as {role}", { role: other.name })
              : t.count(
                  differences.length,
                  "{count} permission differs from {role}",
                  "{count} permissions differ from {role}",
                  { role: other.name },
                )}
          </summary>
          <ChangeList changes={differences} />
        </details>
      )}
      <PermissionMatrix
        error={error}
        giver={giver}
        id={id}
        onChange={(next) => {
          // What was ticked and taken away again is no change.
          const isBack = changesBetween(grantsOf(saved), grantsOf(next)).length === 0
          onChange(isBack ? saved : next)
        }}
        other={other}
        readOnly={readOnly}
        saved={saved}
        value={permissions}
      />
      <details className="am-details">
        <summary>{t("What this role sees")}</summary>
        <RoleSight grants={grantsOf(permissions)} />
      </details>
    </div>
  )
}
