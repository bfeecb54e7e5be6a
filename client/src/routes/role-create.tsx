import { RoleCreate } from "#client/features/access/role-create.tsx"
import { SettingsFrame } from "#client/features/settings/settings-frame.tsx"

export function Component() {
  return (
    <SettingsFrame>
      <RoleCreate />
    </SettingsFrame>
  )
}
