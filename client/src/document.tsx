/** One document in the browser: the visit, the routes and the router that its input and its address call for. */
import type { ReactElement } from "react"
import { createBrowserRouter, matchRoutes } from "react-router"
import { RouterProvider } from "react-router/dom"

import { watchApproach } from "#client/approach.ts"
import { type RenderInput, postedFormOf } from "#client/lib/input.ts"
import { createStore } from "#client/lib/store.ts"
import { languageOf } from "#client/lib/words.ts"
import { loadersFor } from "#client/navigation.ts"
import { createRoutes, entryOf, resolveModules, shownNeeds } from "#client/router.tsx"
import type { RouteEntry } from "#client/routes.tsx"
import { createQueries, seedNeeds } from "#client/services/needs.ts"
import { type Visit, VisitProvider } from "#client/services/page.tsx"
import { openStores } from "#client/services/reference.ts"
import { WordsProvider } from "#client/ui/text.tsx"
import { loadWords } from "#client/words/load.ts"

export interface OpenDocument {
  visit: Visit
  /** What was rendered on the server, ready to hydrate: no module and no data is left to load. */
  app: ReactElement
  /** The route that a pathname shows. */
  routeAt: (pathname: string) => RouteEntry | undefined
  /** Starts to fetch ahead what links lead to. */
  watchApproach: () => void
}

/** Opens the document at the window's address. */
export async function openDocument(input: RenderInput): Promise<OpenDocument> {
  const { locale } = input.env
  const words = loadWords(languageOf(locale))
  const visit: Visit = {
    url: input.url,
    postedForm: postedFormOf(input),
    session: createStore(input.session),
    env: input.env,
    words: { locale, entries: await words },
    queries: createQueries(),
    openedAt: Date.now(),
  }
  if (input.session !== null) openStores(visit.queries, input.session.company._id)
  const routes = createRoutes(loadersFor(visit))
  const matches = matchRoutes(routes, location) ?? []
  await resolveModules(matches.map(({ route }) => route))
  const shown = matches.map(({ route, params }) => ({ id: route.id ?? "", params }))
  seedNeeds(
    visit.queries,
    shownNeeds(shown, location.search, input.session),
    input.data,
    visit.openedAt,
  )

  // Every match has its key, or react-router would load before it shows anything.
  const loaderData = Object.fromEntries(shown.map(({ id }) => [id, null]))
  const router = createBrowserRouter(routes, { hydrationData: { loaderData, errors: null } })
  return {
    visit,
    app: (
      <VisitProvider visit={visit}>
        <WordsProvider words={visit.words}>
          <RouterProvider router={router} />
        </WordsProvider>
      </VisitProvider>
    ),
    watchApproach: () => void watchApproach(routes, visit),
    routeAt: (pathname) => entryOf(matchRoutes(routes, pathname)?.at(-1)?.route.id ?? ""),
  }
}
