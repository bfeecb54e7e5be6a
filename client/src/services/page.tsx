/**
 * The page as its screens see it: address, session, environment and the data its routes declared.
 *
 * Nothing here is kept at module level: a visit belongs to one render on the server and to one document in the browser.
 */
import { type QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query"
import { type ReactNode, createContext, use, useMemo, useSyncExternalStore } from "react"

import type { Env, PostedForm } from "#client/lib/input.ts"
import { type NeedUrls, WITHHELD, askedUrls } from "#client/lib/need-urls.ts"
import { type Problem, unreachable } from "#client/lib/problem.ts"
import type { SessionView } from "#client/lib/session.ts"
import type { Store } from "#client/lib/store.ts"
import type { Words } from "#client/lib/words.ts"

import { needQuery } from "./needs.ts"
import { RequestFailed } from "./request-failed.ts"

/** What one document brings along; navigations inside it share it. */
export interface Visit {
  /** Path and search of the document. */
  url: string
  /** A form that was posted without script and came back with this document. */
  postedForm: PostedForm | null
  session: Store<SessionView | null>
  env: Env
  words: Words
  queries: QueryClient
  /** When the data that came along were taken over, by this machine's clock, in milliseconds since the epoch. */
  openedAt: number
}

export interface Page {
  /** Path and search of the location shown. */
  url: string
  session: SessionView | null
  env: Env
}

export interface Paging {
  page: number
  pageSize: number
  total: number
  /** Whether there are more rows than `total`: of very many, not all are counted. */
  isLowerBound: boolean
}

/** All three are drawn: the data, the failure with a way to try again, the skeleton. */
export type Need<T> =
  | {
      status: "ready"
      data: T
      page?: Paging
      next?: string
      /** When it was read, in milliseconds since the epoch; the render's instant for what came with the document. */
      at: number
    }
  | { status: "failed"; problem: Problem; retry: () => void }
  | { status: "pending" }

const VisitContext = createContext<Visit | null>(null)
const PageContext = createContext<{ page: Page; needs: NeedUrls } | null>(null)

/** Stands outside the router, so that it outlives every navigation. */
export function VisitProvider({ visit, children }: { visit: Visit; children: ReactNode }) {
  return (
    <VisitContext value={visit}>
      <QueryClientProvider client={visit.queries}>{children}</QueryClientProvider>
    </VisitContext>
  )
}

/** Stands inside the router and says which location is shown and which requests its needs stand for. */
export function PageProvider(props: { url: string; needs: NeedUrls; children: ReactNode }) {
  const { url, needs, children } = props
  const visit = useVisit()
  const session = useSyncExternalStore(
    visit.session.subscribe,
    visit.session.get,
    visit.session.get,
  )
  const value = useMemo(
    () => ({ page: { url, session, env: visit.env }, needs }),
    [url, session, visit.env, needs],
  )
  return <PageContext value={value}>{children}</PageContext>
}

/** The visit that surrounds the router. */
export function useVisit(): Visit {
  const visit = use(VisitContext)
  if (visit === null) throw new Error("a page needs a VisitProvider around it")
  return visit
}

/** Location, session and environment of the page shown. */
export function usePage(): Page {
  return usePageContext().page
}

/** The form that was posted to this very address and came back; gone after the next navigation. */
export function usePostedForm(): PostedForm | null {
  const { url, postedForm } = useVisit()
  return usePage().url === url ? postedForm : null
}

/** The state of one need that the shown route or one of its parents declares in `routes.tsx`. */
export function useNeed<T>(key: string): Need<T> {
  const { openedAt, env } = useVisit()
  const url = usePageContext().needs[key]
  if (url === undefined) throw new Error(`no shown route declares the need "${key}"`)
  const isAsked = url !== null && url !== WITHHELD
  const query = useQuery({ ...needQuery<T>(url ?? ""), enabled: isAsked })
  if (url === WITHHELD) return { status: "failed", problem: NO_RIGHT, retry: () => {} }
  if (url === null) return { status: "failed", problem: NO_RESOURCE, retry: () => {} }
  if (query.data !== undefined) {
    const {
      data,
      page,
      pageSize,
      total,
      totalIsLowerBound: isLowerBound = false,
      next,
    } = query.data
    const at = query.dataUpdatedAt === openedAt ? Date.parse(env.now) : query.dataUpdatedAt
    const more = next === undefined ? { at } : { at, next }
    if (page === undefined || pageSize === undefined || total === undefined) {
      return { status: "ready", data, ...more }
    }
    return { status: "ready", data, page: { page, pageSize, total, isLowerBound }, ...more }
  }
  if (query.status === "error" && query.fetchStatus === "idle") {
    const problem = query.error instanceof RequestFailed ? query.error.problem : unreachable()
    return { status: "failed", problem, retry: () => void query.refetch() }
  }
  return { status: "pending" }
}

/** Whether the shown route declares the need, asked or not. */
export function useDeclares(key: string): boolean {
  return usePageContext().needs[key] !== undefined
}

/** Whether the visitor asked to be sent less (`Save-Data`): no photos and no drawings then. */
export function useSavesData(): boolean {
  return useVisit().env.features.includes("save-data")
}

/** Whether something that the page is to show was not ready when it was sent. */
export function useIsPartial(): boolean {
  const { queries } = useVisit()
  return askedUrls(usePageContext().needs).some(
    (url) => queries.getQueryState(needQuery(url).queryKey) === undefined,
  )
}

/** What a need is that the user has no right to. */
const NO_RIGHT: Problem = { type: "about:blank", title: "No permission", status: 403 }

/** Whether the user may not see it, which is no fault of the page: what it would fill is left out. */
export function isHidden(need: Need<unknown>): boolean {
  return need.status === "failed" && need.problem.status === 403
}

/** What a need is when the page's address names no resource. */
const NO_RESOURCE: Problem = { type: "about:blank", title: "Not found", status: 404 }

function usePageContext() {
  const context = use(PageContext)
  if (context === null) throw new Error("a screen needs a PageProvider around it")
  return context
}
