import { Outlet } from "react-router"

import { FaultPage } from "#client/features/fault/fault-page.tsx"

export function Component() {
  return <Outlet />
}

/** Drawn when not even the frame could be. */
export function ErrorBoundary() {
  return (
    <main className="ft-alone" id="main">
      <FaultPage />
    </main>
  )
}
