import { Outlet, useLocation } from "react-router"

import { GuestFrame } from "#client/features/account/guest-frame.tsx"
import { Overlays } from "#client/features/shell/overlays.tsx"

/** The frame of the pages for visitors. */
export function Component() {
  const { pathname } = useLocation()
  return (
    <>
      <GuestFrame key={pathname}>
        <Outlet />
      </GuestFrame>
      <Overlays />
    </>
  )
}
