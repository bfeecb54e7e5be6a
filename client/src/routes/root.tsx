import { Outlet, useRouteError } from "react-router"

export function Component() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  return (
    <main>
      <h1>Something went wrong</h1>
      <p>{error instanceof Error ? "This page could not be shown." : "Try again."}</p>
    </main>
  )
}
