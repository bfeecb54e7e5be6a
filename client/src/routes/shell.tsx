import { Outlet } from "react-router"

import { usePage } from "#client/services/page.tsx"

export function Component() {
  const { session } = usePage()
  return (
    <>
      <header>{session?.user.name}</header>
      <main>
        <Outlet />
      </main>
    </>
  )
}
