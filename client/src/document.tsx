/** One document in the browser: the visit, the routes and the router that its input and its address call for. */
import type { ReactElement } from "react"
import { createBrowserRouter, matchRoutes } from "react-router"
import { RouterProvider } from "react-router/dom"

import { type RenderInput, postedFormOf } from "#client/lib/input.ts"
import { createStore } from "#client/lib/store.ts"
import { loadersFor } from "#client/navigation.ts"
import { createRoutes, entryOf, resolveModules, shownNeeds } from "#client/router.tsx"
import type { RouteEntry } from "#client/routes.tsx"
import { createQueries, seedNeeds } from "#client/services/needs.ts"
import { type Visit, VisitProvider } from "#client/services/page.tsx"

export interface OpenDocument {
  visit: Visit
  /** What was rendered on the server, ready to hydrate: no module and no data is left to load. */
  app: ReactElement
  /** The route that a pathname shows. */
  routeAt: (pathname: string) => RouteEntry | undefined
}

/** Opens the document at the window's address. */
export async function openDocument(input: RenderInput): Promise<OpenDocument> {
  const visit: Visit = {
    url: input.url,
    postedForm: postedFormOf(input),
    session: createStore(input.session),
    env: input.env,
    queries: createQueries(),
  }
  const routes = createRoutes(loadersFor(visit))
  const matches = matchRoutes(routes, location) ?? []
  await resolveModules(matches.map(({ route }) => route))
  const shown = matches.map(({ route, params }) => ({ id: route.id ?? "", params }))
  seedNeeds(
    visit.queries,
    shownNeeds(shown, location.search, input.session),
    input.data,
    Date.now(),
  )

  // Every match has its key, or react-router would load before it shows anything.
  const loaderData = Object.fromEntries(shown.map(({ id }) => [id, null]))
  const router = createBrowserRouter(routes, { hydrationData: { loaderData, errors: null } })
  return {
    visit,
    app: (
      <VisitProvider visit={visit}>
        <RouterProvider router={router} />
      </VisitProvider>
    ),
    routeAt: (pathname) => entryOf(matchRoutes(routes, pathname)?.at(-1)?.route.id ?? ""),
  }
}
