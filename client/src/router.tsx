/** The route list as react-router's objects, and the page context around whichever of them is shown. */
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from "react"
import {
  type LoaderFunction,
  type RouteObject,
  type ShouldRevalidateFunctionArgs,
  ScrollRestoration,
  useLocation,
  useMatches,
} from "react-router"

import { type NeedUrls, needUrls } from "#client/lib/need-urls.ts"
import type { SessionView } from "#client/lib/session.ts"
import { type RouteEntry, type RouteModule, routes } from "#client/routes.tsx"
import * as root from "#client/routes/root.tsx"
import * as settings from "#client/routes/settings.tsx"
import * as shell from "#client/routes/shell.tsx"
import { PageProvider, useVisit } from "#client/services/page.tsx"
import { setTitle } from "#client/services/title.ts"
import { useText } from "#client/ui/text.tsx"

/** Gives a route its loader; the server's routes have none, because Rust has fetched before it renders. */
export type LoaderFor = (entry: RouteEntry) => LoaderFunction | undefined

interface Match {
  id: string
  params: Readonly<Record<string, string | undefined>>
}

/** Around the screens, so with the first files: fetched by themselves they would be three more. */
export const FRAMES: Readonly<Record<string, RouteModule>> = { root, settings, shell }

const entries: ReadonlyMap<string, RouteEntry> = new Map(flatten(routes))

/** The entry of `routes.tsx` with this id. */
export function entryOf(id: string): RouteEntry | undefined {
  return entries.get(id)
}

/** New route objects, whose modules are still to be loaded. */
export function createRoutes(loaderFor: LoaderFor = () => undefined): RouteObject[] {
  return routes.map((entry) => routeOf(entry, loaderFor, "outermost"))
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
export function shownNeeds(
  matches: readonly Match[],
  search: string,
  session: SessionView | null,
): NeedUrls {
  const urls = matches.map(({ id, params }) =>
    needUrls(entryOf(id)?.needs ?? {}, { params, search, session }),
  )
  return Object.assign({}, ...urls)
}

type Place = "outermost" | "inner"

function routeOf(entry: RouteEntry, loaderFor: LoaderFor, place: Place): RouteObject {
  const { id, path, caseSensitive } = entry
  const frame = FRAMES[id]
  const module = frame === undefined ? entry.module : async () => frame
  const loader = loaderFor(entry)
  const shared = {
    id,
    ...(path === undefined ? {} : { path }),
    ...(caseSensitive === undefined ? {} : { caseSensitive }),
    ...(loader === undefined ? {} : { loader, shouldRevalidate: asksForOther }),
    ...(module === undefined ? {} : { lazy: async () => facesOf(entry, await module(), place) }),
  }
  if (entry.index === true) return { ...shared, index: true }
  const children = entry.children?.map((child) => routeOf(child, loaderFor, "inner"))
  return children === undefined ? shared : { ...shared, children }
}

/** Whether an address asks for other data than the one before: what of a record is changed (`?edit`) is no matter of data. */
function asksForOther({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const [before, after] = [currentUrl, nextUrl].map(({ pathname, searchParams }) => {
    const query = new URLSearchParams(searchParams)
    query.delete("edit")
    return `${pathname}?${query}`
  })
  const isSame = before === after && currentUrl.search !== nextUrl.search
  return !isSame && defaultShouldRevalidate
}

/** The outermost routes carry the page context, around everything else; a leaf is keyed by its pathname. */
function facesOf(entry: RouteEntry, module: RouteModule, place: Place): RouteModule {
  const { Component, ErrorBoundary } = module
  const wrap = place === "outermost" ? inPage : (Face: RouteModule["Component"]) => Face
  return {
    Component: wrap(entry.children === undefined ? keyedByPathname(Component) : Component),
    ...(ErrorBoundary === undefined ? {} : { ErrorBoundary: wrap(ErrorBoundary) }),
  }
}

function inPage(Face: RouteModule["Component"]): RouteModule["Component"] {
  return function InPage() {
    return (
      <CurrentPage>
        <Face />
      </CurrentPage>
    )
  }
}

/**
 * Specification 2: a page starts anew on every navigation. The search is not part of the key, or a filter in the address
 * would remount the list under the cursor.
 */
function keyedByPathname(Face: RouteModule["Component"]): RouteModule["Component"] {
  return function Keyed() {
    return <Face key={useLocation().pathname} />
  }
}

function CurrentPage({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const matches = useMatches()
  const session = useVisit().session.get()
  const needs = useMemo(() => shownNeeds(matches, search, session), [matches, search, session])
  useArrival(entryOf(matches.at(-1)?.id ?? "")?.title, pathname)
  return (
    <PageProvider url={pathname + search} needs={needs}>
      {children}
      <ScrollRestoration />
    </PageProvider>
  )
}

/** After a navigation: the document's title, and the focus on the new heading. The first page has both from the server. */
function useArrival(title: string | undefined, pathname: string): void {
  const t = useText()
  const titled = useRef(pathname)
  const shown = useRef(pathname)
  // Before the effects of what is shown, which may know a better one.
  useLayoutEffect(() => {
    if (titled.current === pathname) return
    titled.current = pathname
    if (title !== undefined) setTitle(t(title))
  }, [title, pathname, t])
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const heading = document.querySelector<HTMLElement>("h1")
    if (heading === null) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname])
}

function flatten(list: readonly RouteEntry[]): [string, RouteEntry][] {
  return list.flatMap((entry): [string, RouteEntry][] => [
    [entry.id, entry],
    ...flatten(entry.children ?? []),
  ])
}
