import { RoleActions } from "#client/features/access/role-actions.tsx"
import { ROLE_SECTIONS } from "#client/features/access/role-form.ts"
import { RoleMembers, type RoleMember } from "#client/features/access/role-members.tsx"
import type { Role } from "#client/features/access/role-needs.ts"
import { roles } from "#client/features/access/role.tsx"
import { msg } from "#client/lib/words.ts"
import { RecordPage } from "#client/records/record-page.tsx"
import { useNeed } from "#client/services/page.tsx"
// One file of the build with these: see base.ts.
import "#client/features/access/parts.ts"
import "#client/records/record-screen.tsx"

export function Component() {
  const members = useNeed<readonly RoleMember[]>("members")
  const record = useNeed<Role>("record")
  return (
    <>
      <RecordPage
        actions={actions}
        fixed={(role) =>
          role.type === "system" ? msg("Built-in role. Duplicate it to make changes.") : null
        }
        noun={roles}
        sections={ROLE_SECTIONS}
      />
      {record.status === "ready" ? (
        <div className="am-below">
          <RoleMembers need={members} />
        </div>
      ) : null}
    </>
  )
}

function actions(role: Role) {
  return <RoleActions role={role} />
}
