import { Outlet } from "react-router"

import { FaultPage } from "#client/features/fault/fault-page.tsx"
import { SettingsFrame } from "#client/features/settings/settings-frame.tsx"

export function Component() {
  return (
    <SettingsFrame>
      <Outlet />
    </SettingsFrame>
  )
}

export function ErrorBoundary() {
  return (
    <SettingsFrame>
      <FaultPage />
    </SettingsFrame>
  )
}
