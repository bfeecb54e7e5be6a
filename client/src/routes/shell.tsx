import { Outlet } from "react-router"

import { FaultPage } from "#client/features/fault/fault-page.tsx"
import { Shell } from "#client/features/shell/shell.tsx"
import { usePage } from "#client/services/page.tsx"
import { LoadingOverlay } from "#client/ui/loading.tsx"

/** The frame of the pages for signed-in users. */
export function Component() {
  const { session, env } = usePage()
  if (session === null) return <LoadingOverlay text="One moment…" />
  return (
    <Shell session={session} timeZone={env.timeZone}>
      <Outlet />
    </Shell>
  )
}

export function ErrorBoundary() {
  const { session, env } = usePage()
  if (session === null) return <FaultPage />
  return (
    <Shell session={session} timeZone={env.timeZone}>
      <FaultPage />
    </Shell>
  )
}
