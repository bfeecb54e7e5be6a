/** The browser's start: reads the state that Rust wrote, loads the shown routes' modules, then hydrates. */
import "#client/styles/app.css"
import { createRoot, hydrateRoot } from "react-dom/client"
import { createBrowserRouter, matchRoutes } from "react-router"
import { RouterProvider } from "react-router/dom"

import type { RenderInput } from "#client/lib/input.ts"
import { createStore } from "#client/lib/store.ts"
import { createRoutes, resolveModules, shownNeeds } from "#client/router.tsx"
import { createQueries, seedNeeds } from "#client/services/needs.ts"
import { type Visit, VisitProvider } from "#client/services/page.tsx"

const { session, env, data } = readState()
const visit: Visit = { session: createStore(session), env, queries: createQueries() }
const routes = createRoutes()
const matches = matchRoutes(routes, location) ?? []
await resolveModules(matches.map(({ route }) => route))
seedNeeds(
  visit.queries,
  shownNeeds(
    matches.map(({ route, params }) => ({ id: route.id ?? "", params })),
    location.search,
  ),
  data,
  Date.now(),
)
const router = createBrowserRouter(routes)
show()

function show(): void {
  const root = document.getElementById("root")
  if (root === null) throw new Error("the document has no #root")
  const app = (
    <VisitProvider visit={visit}>
      <RouterProvider router={router} />
    </VisitProvider>
  )
  if (root.dataset["shell"] === undefined) {
    hydrateRoot(root, app, {
      onRecoverableError(error) {
        // oxlint-disable-next-line no-console -- a hydration mismatch is a fault, and tests fail on it
        console.error("Hydration failed.", error)
      },
    })
  } else {
    createRoot(root).render(app)
  }
}

function readState(): RenderInput {
  const state: RenderInput = JSON.parse(document.getElementById("state")?.textContent ?? "")
  return state
}
