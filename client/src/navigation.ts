/**
 * Navigation inside the browser: what a route's loader does before its screen is shown.
 *
 * Rust decides who may open what. Here the decision is only foreseen: whenever it would not be "show it", the document
 * itself is asked for, and Rust answers.
 */
import { type LoaderFunction, redirect, redirectDocument } from "react-router"

import { needUrls } from "#client/lib/need-urls.ts"
import type { LoaderFor } from "#client/router.tsx"
import type { RouteEntry } from "#client/routes.tsx"
import { whileBusy } from "#client/services/busy.ts"
import { needQuery } from "#client/services/needs.ts"
import type { Visit } from "#client/services/page.tsx"
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
    const urls = Object.values(needUrls(needs, { params, search, session: session.get() }))
    const answers = Promise.all(
      urls.filter((url) => url !== null).map(async (url) => queries.prefetchQuery(needQuery(url))),
    )
    await Promise.race([answers, patience()])
    return null
  }
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

function patience(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS)
  })
}
