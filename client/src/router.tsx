/** The route list as react-router's objects, and the page context around whichever of them is shown. */
import { type ReactNode, useEffect, useMemo, useRef } from "react"
import {
  type LoaderFunction,
  type RouteObject,
  type UIMatch,
  useLocation,
  useMatches,
} from "react-router"

import { needUrls } from "#client/lib/need-urls.ts"
import { type RouteEntry, type RouteModule, routes } from "#client/routes.tsx"
import type { NeedUrls } from "#client/services/needs.ts"
import { PageProvider } from "#client/services/page.tsx"

/** Gives a route its loader; the server's routes have none, because Rust has fetched before it renders. */
export type LoaderFor = (entry: RouteEntry) => LoaderFunction | undefined

interface Match {
  id: string
  params: Readonly<Record<string, string | undefined>>
}

const entries: ReadonlyMap<string, RouteEntry> = new Map(flatten(routes))

/** The entry of `routes.tsx` with this id. */
export function entryOf(id: string): RouteEntry | undefined {
  return entries.get(id)
}

/** New route objects, whose modules are still to be loaded. */
export function createRoutes(
  list: readonly RouteEntry[] = routes,
  loaderFor: LoaderFor = () => undefined,
  depth = 0,
): RouteObject[] {
  return list.map((entry) => {
    const { id, module } = entry
    const loader = loaderFor(entry)
    const shared = {
      id,
      ...(entry.path === undefined ? {} : { path: entry.path }),
      ...(entry.caseSensitive === undefined ? {} : { caseSensitive: entry.caseSensitive }),
      ...(loader === undefined ? {} : { loader }),
      ...(module === undefined
        ? {}
        : { lazy: async () => facesOf(await module(), depth === 0) }),
    }
    return entry.index
      ? { ...shared, index: true as const }
      : { ...shared, children: createRoutes(entry.children ?? [], loaderFor, depth + 1) }
  })
}

/** Copies each module onto its route, so that a render or a hydration finds nothing left to load. */
export async function resolveModules(list: readonly RouteObject[]): Promise<void> {
  await Promise.all(
    list.map(async (route) => {
      if (typeof route.lazy !== "function") return
      const faces = await route.lazy()
      Object.assign(route, faces)
      delete route.lazy
    }),
  )
}

/** The needs of all routes shown, root to leaf, as addresses. */
export function shownNeeds(matches: readonly Match[], search: string): NeedUrls {
  const urls = matches.map(({ id, params }) => needUrls(entryOf(id)?.needs ?? {}, params, search))
  return Object.assign({}, ...urls)
}

/** The outermost routes carry the page context, inside the router and around everything else. */
function facesOf(module: RouteModule, isOutermost: boolean): RouteModule {
  if (!isOutermost) return module
  const { Component, ErrorBoundary } = module
  const faces: RouteModule = { Component: inPage(Component) }
  if (ErrorBoundary !== undefined) faces.ErrorBoundary = inPage(ErrorBoundary)
  return faces
}

function inPage(Face: RouteModule["Component"]): RouteModule["Component"] {
  return () => (
    <CurrentPage>
      <Face />
    </CurrentPage>
  )
}

function CurrentPage({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const matches = useMatches()
  const needs = useMemo(() => shownNeeds(matches, search), [matches, search])
  useTitle(matches)
  return (
    <PageProvider url={pathname + search} needs={needs}>
      {children}
    </PageProvider>
  )
}

/** After a navigation: the document's title, and the reading position on the new heading. The first page has both. */
function useTitle(matches: readonly UIMatch[]): void {
  const id = matches.at(-1)?.id
  const first = useRef(true)
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    const title = id === undefined ? undefined : entryOf(id)?.title
    if (title !== undefined) document.title = `${title} · Waybill`
  }, [id])
}

function flatten(list: readonly RouteEntry[]): [string, RouteEntry][] {
  return list.flatMap((entry): [string, RouteEntry][] => [
    [entry.id, entry],
    ...flatten(entry.children ?? []),
  ])
}
