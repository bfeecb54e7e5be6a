/**
 * Navigation inside the browser: what a route's loader does before its screen is shown.
 *
 * Rust decides who may open what. Here the decision is only foreseen: whenever it would not be "show it", the document
 * itself is asked for, and Rust answers.
 */
import type { QueryClient } from "@tanstack/react-query"
import { type LoaderFunction, redirect, redirectDocument } from "react-router"

import { askedUrls, needUrls } from "#client/lib/need-urls.ts"
import { wait } from "#client/lib/wait.ts"
import type { LoaderFor } from "#client/router.tsx"
import type { RouteEntry } from "#client/routes.tsx"
import { whileBusy } from "#client/services/busy.ts"
import { needQuery } from "#client/services/needs.ts"
import type { Visit } from "#client/services/page.tsx"
import type { SavedView } from "#client/services/records.ts"
import { forgetSession } from "#client/services/session/end.ts"
import { readToken } from "#client/services/session/token-cookie.ts"

/** A navigation waits this long for its data, then shows the skeleton. */
export const PATIENCE_MS = 400

/** Loaders that guard, and fetch what the route needs. */
export function loadersFor(visit: Visit): LoaderFor {
  return (entry) => {
    const target = entry.redirect
    if (target !== undefined) return () => redirect(target)
    const { auth, needs = {} } = entry
    if (auth === undefined && Object.keys(needs).length === 0) return undefined
    return loader(visit, auth, needs)
  }
}

function loader(
  { queries, session }: Visit,
  auth: RouteEntry["auth"],
  needs: NonNullable<RouteEntry["needs"]>,
): LoaderFunction {
  return async ({ request, params }) => {
    const { pathname, search } = new URL(request.url)
    await guard(auth, session.get() !== null, pathname + search)
    const urls = needUrls(needs, { params, search, session: session.get() })
    const answers = Promise.all(
      askedUrls(urls).map(async (url) => queries.prefetchQuery(needQuery(url))),
    )
    await Promise.race([answers, wait(PATIENCE_MS)])
    // A list whose address says nothing is shown as its user wants to see it first.
    const first = search === "" ? firstView(queries, urls["views"] ?? null) : null
    if (first !== null) throw redirect(`${pathname}?page=1&${first}`)
    return null
  }
}

/** The query of the view that its maker wants to see first, where the list has one. */
function firstView(queries: QueryClient, url: string | null): string | null {
  if (url === null) return null
  const answer = queries.getQueryData(needQuery<readonly SavedView[]>(url).queryKey)
  const first = answer?.data.find(({ isOwn, isDefault }) => isOwn && isDefault)
  return first === undefined || first.query === "" ? null : first.query
}

/** Throws the way to Rust's own answer when the page in hand cannot show the target. */
async function guard(auth: RouteEntry["auth"], hasSession: boolean, target: string): Promise<void> {
  if (auth === undefined || auth === "public") return
  const hasToken = readToken() !== null
  if (auth === "required" && hasToken && hasSession) return
  if (auth === "guest" && !hasToken && !hasSession) return
  // Specification 2: without a token the session is cleared first.
  if (!hasToken && hasSession) await whileBusy(() => forgetSession("elsewhere"))
  // oxlint-disable-next-line typescript/only-throw-error -- react-router takes a thrown Response as a redirect
  throw redirectDocument(target)
}
