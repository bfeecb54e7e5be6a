/** Needs as queries: one cache entry per expanded address, so that routes which need the same thing share it. */
import { QueryClient, queryOptions } from "@tanstack/react-query"

import { type Body, type NeedResult, isBody } from "#client/lib/input.ts"
import { type NeedUrls, WITHHELD } from "#client/lib/need-urls.ts"

import { request } from "./http.ts"
import { RequestFailed } from "./request-failed.ts"

/** Specification 9: results stay fresh for five minutes, no refetch on window focus. */
const FRESH_MS = 5 * 60 * 1000
const KEPT_MS = 60 * 60 * 1000

/** The query behind one address. A failure is kept and shown; the next navigation or a retry asks again. */
export function needQuery<T = unknown>(url: string) {
  return queryOptions({
    queryKey: ["need", url],
    queryFn: ({ signal }): Promise<Body<T>> => request<Body<T>>(url, { signal }),
  })
}

/** A cache for one visit. On a server its entries hold no timer and end with the render. */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        retryOnMount: false,
        // Without a network a request fails at once and says so, instead of waiting for one in silence.
        networkMode: "always",
        // What was read stays readable for a while, also without a network. A server keeps it for one render.
        gcTime: typeof window === "undefined" ? Number.POSITIVE_INFINITY : KEPT_MS,
      },
    },
  })
}

/** Puts the answers that came with the document into the cache; `now` is the render's instant in milliseconds. */
export function seedNeeds(
  queries: QueryClient,
  urls: NeedUrls,
  data: Readonly<Record<string, NeedResult>>,
  now: number,
): void {
  for (const [key, url] of Object.entries(urls)) {
    const result = data[key] ?? null
    if (url === null || url === WITHHELD || result === null) continue
    const queryKey = needQuery(url).queryKey
    if (isBody(result)) {
      queries.setQueryData(queryKey, result, { updatedAt: now })
    } else if ("error" in result && result.error !== null) {
      queries
        .getQueryCache()
        .build(queries, { queryKey }, failedState(new RequestFailed(result.error), now))
    }
  }
}

function failedState(error: RequestFailed, now: number) {
  return {
    data: undefined,
    dataUpdateCount: 0,
    dataUpdatedAt: 0,
    error,
    errorUpdateCount: 1,
    errorUpdatedAt: now,
    fetchFailureCount: 1,
    fetchFailureReason: error,
    fetchMeta: null,
    isInvalidated: false,
    status: "error" as const,
    fetchStatus: "idle" as const,
  }
}
