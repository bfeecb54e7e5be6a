/**
 * The six reference queries of specification 4, after the first paint and side by side.
 *
 * The specification waits for all six; here a failed one leaves only its own data missing, so that no single service can
 * keep the application from starting.
 */
import type { QueryClient } from "@tanstack/react-query"

import type { Body, OutsideEnv } from "#client/lib/input.ts"
import type { components } from "#client/wire/api.ts"

import { request } from "./http.ts"
import { addMapsScript } from "./map.ts"
import { needQuery } from "./needs.ts"

/** Specification 9. */
export const REFERENCE_MS = 24 * 60 * 60 * 1000
/** A service that takes longer is left out until something asks again. */
const BUDGET_MS = 10_000
const STORAGE = "waybill.reference"

export const REFERENCE = {
  countries: { path: "/master/api/v1/country", persisted: true },
  timezones: { path: "/master/api/v1/timezone", persisted: true },
  currencies: { path: "/master/api/v1/currency-list", persisted: true },
  dropdowns: { path: "/master/api/v1/dropdown?module=home", persisted: false },
  mapsKey: { path: "/iam/api/v1/auth/fetch-google-map-key", persisted: true },
  analyticsKey: { path: "/iam/api/v1/auth/fetch-config-key", persisted: true },
} as const

type ReferenceName = keyof typeof REFERENCE

interface Kept {
  /** Milliseconds since the epoch at which the service answered. */
  at: number
  body: Body
}

/**
 * Fills the cache with the reference data of this company, and adds the script of the maps where the document may have it; the answer
 * names those that failed.
 */
export async function bootstrap(
  queries: QueryClient,
  companyId: string,
  { maps: mayMaps }: Pick<OutsideEnv, "maps">,
): Promise<ReferenceName[]> {
  const names = Object.keys(REFERENCE).filter(isReferenceName)
  const outcomes = await Promise.all(names.map((name) => load(queries, companyId, name)))
  const maps = queries.getQueryData<components["schemas"]["GoogleMapKeyResponse"]>(
    needQuery(REFERENCE.mapsKey.path).queryKey,
  )
  const key = maps?.data.googleMapKey ?? ""
  if (mayMaps && key !== "") addMapsScript(key)
  return names.filter((_, index) => outcomes[index] === false)
}

async function load(
  queries: QueryClient,
  companyId: string,
  name: ReferenceName,
): Promise<boolean> {
  const { path, persisted } = REFERENCE[name]
  const { queryKey } = needQuery(path)
  const store = `${STORAGE}.${companyId}.${name}`
  queries.setQueryDefaults(queryKey, { staleTime: REFERENCE_MS, gcTime: REFERENCE_MS })
  const kept = persisted ? readKept(store) : null
  if (kept !== null && Date.now() - kept.at < REFERENCE_MS) {
    queries.setQueryData(queryKey, kept.body, { updatedAt: kept.at })
    return true
  }
  try {
    const body = await queries.fetchQuery({
      queryKey,
      queryFn: ({ signal }) => request<Body>(path, { signal, timeoutMs: BUDGET_MS }),
    })
    if (persisted) keep(store, { at: Date.now(), body })
    return true
  } catch {
    return false
  }
}

function readKept(store: string): Kept | null {
  try {
    const kept: Kept | null = JSON.parse(sessionStorage.getItem(store) ?? "null")
    return typeof kept?.at === "number" && typeof kept.body === "object" ? kept : null
  } catch {
    return null
  }
}

/** A full storage costs the next page a request, nothing more. */
function keep(store: string, kept: Kept): void {
  try {
    sessionStorage.setItem(store, JSON.stringify(kept))
  } catch {
    sessionStorage.removeItem(store)
  }
}

function isReferenceName(name: string): name is ReferenceName {
  return Object.hasOwn(REFERENCE, name)
}
