/**
 * Fetching ahead: the code and the data of a screen whose link somebody points at or moves the focus to, so that pressing it
 * shows the screen at once. What is fresh is not fetched again, and nothing at all by whoever wants to save data.
 */
import { matchRoutes } from "react-router"

import { askedUrls } from "#client/lib/need-urls.ts"
import { entryOf, shownNeeds } from "#client/router.tsx"
import { needQuery } from "#client/services/needs.ts"
import type { Visit } from "#client/services/page.tsx"

/** A pointer that only passes by stays for less. */
const INTENT_MS = 65

/** Route objects as the router has them. */
type Routes = Parameters<typeof matchRoutes>[0]

/** Starts watching; the answer ends it. */
export function watchApproach(routes: Routes, visit: Visit): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let timer: ReturnType<typeof setTimeout> | undefined
  let meant: string | null = null

  const approach = (event: Event) => {
    const target = targetOf(event)
    if (target === null) return
    if (target === meant) return
    meant = target
    clearTimeout(timer)
    timer = setTimeout(() => fetchAhead(routes, visit, target), INTENT_MS)
  }
  const leave = () => {
    meant = null
    clearTimeout(timer)
  }
  document.addEventListener("pointerover", approach, { signal, passive: true })
  document.addEventListener("focusin", approach, { signal })
  document.addEventListener("pointerout", leave, { signal, passive: true })
  signal.addEventListener("abort", leave)
  return () => stop.abort()
}

/** Fetches what the address will show; failures are left for the navigation to meet. */
export function fetchAhead(routes: Routes, { queries, session }: Visit, target: string): void {
  const { pathname, search } = new URL(target, location.origin)
  const view = session.get()
  const matches = matchRoutes(routes, pathname) ?? []
  const shown = matches.map(({ route, params }) => ({ id: route.id ?? "", params }))
  const entries = shown.flatMap(({ id }) => entryOf(id) ?? [])
  const leaf = entries.at(-1)
  if (leaf === undefined || leaf.redirect !== undefined || leaf.auth !== "required") return
  if (leaf.isAudited === true) return
  if (view === null) return
  for (const { module } of entries) module?.().catch(() => {})
  for (const url of askedUrls(shownNeeds(shown, search, view))) {
    void queries.prefetchQuery(needQuery(url))
  }
}

/** Path and search of the link that is approached, if it is one of ours that leads elsewhere. */
function targetOf({ target }: Event): string | null {
  const link = target instanceof Element ? target.closest("a[href]") : null
  if (
    !(link instanceof HTMLAnchorElement) ||
    link.target !== "" ||
    link.origin !== location.origin
  ) {
    return null
  }
  if (link.hasAttribute("download") || savesData()) return null
  const address = link.pathname + link.search
  return address === location.pathname + location.search ? null : address
}

function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, "connection")
  return (
    typeof connection === "object" &&
    connection !== null &&
    "saveData" in connection &&
    connection.saveData === true
  )
}
