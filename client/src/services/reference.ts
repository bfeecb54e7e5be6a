/**
 * The stores of reference data (specification 4): countries, time zones, currencies, dropdowns and two keys, as the company has
 * them. Every select and formatter that needs them reads them here; a page that shows more than a session needs asks the lists.
 *
 * A store is asked for once and kept for 24 hours; only a change of its list on this page asks for it earlier.
 */
import type { QueryClient } from "@tanstack/react-query"

import type { Body } from "#client/lib/input.ts"
import type { components } from "#client/wire/api.ts"

import { request } from "./http.ts"

type Wire = components["schemas"]

/** A row by which something is named; a company's own service may say no more of it. */
type Named<Row, Key extends keyof Row> = Pick<Row, Key> & Partial<Row>

/** Lists in the form of a session, in the order of the services. */
export interface ReferenceLists {
  countries: readonly Named<Wire["BriefCountry"], "alpha2" | "name">[]
  timezones: readonly Named<Wire["BriefTimezone"], "id" | "label">[]
  currencies: readonly Named<Wire["BriefCurrency"], "code" | "name">[]
  dropdowns: readonly Named<Wire["BriefPicklistValue"], "group" | "code" | "label">[]
}

interface Reference extends ReferenceLists {
  mapsKey: Wire["GoogleMapKeyResponse"]["data"]
  analyticsKey: Wire["ConfigKeyResponse"]["data"]
}

export type ListName = keyof ReferenceLists
export type ReferenceName = keyof Reference

/** Specification 9. */
export const REFERENCE_MS = 24 * 60 * 60 * 1000
/** A service that takes longer is left out until something asks again. */
const BUDGET_MS = 10_000
const STORAGE = "waybill.reference"

export const REFERENCE = {
  countries: { path: "/master/api/v1/country?brief=true", persisted: true },
  timezones: { path: "/master/api/v1/timezone?brief=true", persisted: true },
  currencies: { path: "/master/api/v1/currency-list?brief=true", persisted: true },
  dropdowns: { path: "/master/api/v1/dropdown?module=home&brief=true", persisted: false },
  mapsKey: { path: "/iam/api/v1/auth/fetch-google-map-key", persisted: true },
  analyticsKey: { path: "/iam/api/v1/auth/fetch-config-key", persisted: true },
} as const satisfies Record<ReferenceName, { path: string; persisted: boolean }>

/** All stores. */
export const REFERENCE_NAMES = Object.keys(REFERENCE).filter(isReferenceName)

/** What the session storage keeps of a store. */
interface Kept {
  /** Milliseconds since the epoch at which the service answered. */
  at: number
  body: Body
}

/** Says how the stores of this company are filled; nothing is asked for yet. */
export function openStores(queries: QueryClient, companyId: string): void {
  for (const name of REFERENCE_NAMES) {
    const { path, persisted } = REFERENCE[name]
    const place = `${STORAGE}.${companyId}.${name}`
    queries.setQueryDefaults(keyOf(name), {
      staleTime: REFERENCE_MS,
      gcTime: REFERENCE_MS,
      ...(persisted
        ? {
            initialData: () => keptAt(place)?.body,
            initialDataUpdatedAt: () => keptAt(place)?.at,
          }
        : {}),
      queryFn: async ({ signal }) => {
        // Then neither what is kept here nor what the browser keeps may answer.
        const isChanged = queries.getQueryState(keyOf(name))?.isInvalidated === true
        if (isChanged) sessionStorage.removeItem(place)
        const body = await request<Body>(path, {
          signal,
          timeoutMs: BUDGET_MS,
          ...(isChanged ? { cache: "no-cache" } : {}),
        })
        if (persisted) keep(place, { at: Date.now(), body })
        return body
      },
    })
  }
}

/** What a store holds, asked for where it is not there; fails where the service does. */
export async function askStore<N extends ReferenceName>(
  queries: QueryClient,
  name: N,
): Promise<Reference[N]> {
  const { data } = await queries.fetchQuery<Body<Reference[N]>>({ queryKey: keyOf(name) })
  return data
}

/** What a store holds by now. */
export function readStore<N extends ReferenceName>(
  queries: QueryClient,
  name: N,
): Reference[N] | undefined {
  return queries.getQueryData<Body<Reference[N]>>(keyOf(name))?.data
}

/** Calls whenever a store may hold something else; gives what ends that. */
export function watchStores(queries: QueryClient, changed: () => void): () => void {
  return queries.getQueryCache().subscribe(({ query }) => {
    if (isStore(query)) changed()
  })
}

/** Whether a query fills a store. */
export function isStore({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey[0] === STORAGE
}

/** After a change of a list: asks for the store that it fills. What asks for it meanwhile waits for the new one. */
export async function renewStores(queries: QueryClient, service: string): Promise<void> {
  const names = REFERENCE_NAMES.filter((name) => REFERENCE[name].path.split("?")[0] === service)
  await Promise.all(
    names.flatMap((name) => {
      const queryKey = keyOf(name)
      if (queries.getQueryDefaults(queryKey).queryFn === undefined) return []
      queries.getQueryCache().build(queries, queries.defaultQueryOptions({ queryKey }))
      // All three begin at once, so that nobody joins a request from before the change.
      return [
        queries.cancelQueries({ queryKey }),
        queries.invalidateQueries({ queryKey, refetchType: "none" }),
        queries.fetchQuery({ queryKey }),
      ]
    }),
  )
}

function keyOf(name: ReferenceName) {
  return [STORAGE, name] as const
}

function keptAt(place: string): Kept | undefined {
  try {
    const kept: Kept | null = JSON.parse(sessionStorage.getItem(place) ?? "null")
    return typeof kept?.at === "number" && typeof kept.body === "object" ? kept : undefined
  } catch {
    return undefined
  }
}

/** A full storage costs the next page a request, nothing more. */
function keep(place: string, kept: Kept): void {
  try {
    sessionStorage.setItem(place, JSON.stringify(kept))
  } catch {
    sessionStorage.removeItem(place)
  }
}

function isReferenceName(name: string): name is ReferenceName {
  return Object.hasOwn(REFERENCE, name)
}
