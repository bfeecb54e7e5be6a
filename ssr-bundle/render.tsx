/** One page as HTML: a synchronous, pure function of its input. Nothing at module level changes by rendering. */
import { type RenderInput, postedFormOf } from "client/lib/input.ts"
import { createStore } from "client/lib/store.ts"
import { type Entries, LANGUAGES, type Language, type Words, languageOf } from "client/lib/words.ts"
import { createRoutes, resolveModules, shownNeeds } from "client/router.tsx"
import { createQueries, seedNeeds } from "client/services/needs.ts"
import { type Visit, VisitProvider } from "client/services/page.tsx"
import { WordsProvider } from "client/ui/text.tsx"
import { loadWords } from "client/words/load.ts"
import { renderToString } from "react-dom/server"
import {
  type RouteObject,
  type StaticHandlerContext,
  StaticRouterProvider,
  createStaticHandler,
  createStaticRouter,
} from "react-router"

const handler = createStaticHandler(createRoutes())
const catalogues = new Map<Language, Entries>()
let pending = true

/** Loads all route modules and catalogues; the isolate's microtasks are to be drained afterwards. */
export async function settle(): Promise<void> {
  await Promise.all([
    resolveModules(flatten(handler.dataRoutes)),
    ...Object.keys(LANGUAGES).map(keepWords),
  ])
  pending = false
}

async function keepWords(tag: string): Promise<void> {
  const language = languageOf(tag)
  catalogues.set(language, await loadWords(language))
}

export function isSettled(): boolean {
  return !pending
}

/** HTML of the root element. */
export function renderPage(input: RenderInput): string {
  const context = contextOf(input.url)
  const visit: Visit = {
    url: input.url,
    postedForm: postedFormOf(input),
    session: createStore(input.session),
    env: input.env,
    words: wordsFor(input.env.locale),
    queries: createQueries(),
    openedAt: Date.parse(input.env.now),
  }
  const matches = context.matches.map(({ route, params }) => ({ id: route.id, params }))
  seedNeeds(
    visit.queries,
    shownNeeds(matches, context.location.search, input.session),
    input.data,
    visit.openedAt,
  )
  return renderToString(
    <VisitProvider visit={visit}>
      <WordsProvider words={visit.words}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </WordsProvider>
    </VisitProvider>,
  )
}

function wordsFor(locale: string): Words {
  return { locale, entries: catalogues.get(languageOf(locale)) ?? {} }
}

/** The context that `handler.query()` would give, without its Request: exactly the same keys. */
export function contextOf(url: string): StaticHandlerContext {
  const cut = url.indexOf("?")
  const location = {
    pathname: cut < 0 ? url : url.slice(0, cut),
    search: cut < 0 ? "" : url.slice(cut),
    hash: "",
    state: null,
    key: "default",
  }
  const matches = handler.match(location) ?? []
  // react-router renders an empty string for a match whose loader has no key here.
  const loaderData = Object.fromEntries(
    matches.flatMap(({ route }) => (route.loader === undefined ? [] : [[route.id, null]])),
  )
  return {
    basename: "/",
    location,
    matches,
    loaderData,
    actionData: null,
    errors: null,
    statusCode: 200,
    loaderHeaders: {},
    actionHeaders: {},
    _match: (at) => handler.match(at),
  }
}

function flatten(list: readonly RouteObject[]): RouteObject[] {
  return list.flatMap((route) => [route, ...flatten(route.children ?? [])])
}
