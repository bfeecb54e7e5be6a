import { RoleCreate } from "#client/features/access/role-create.tsx"
import { SettingsFrame } from "#client/features/settings/settings-frame.tsx"
// One file of the build with these: see base.ts.
import "#client/features/access/parts.ts"

export function Component() {
  return (
    <SettingsFrame>
      <RoleCreate />
    </SettingsFrame>
  )
}
