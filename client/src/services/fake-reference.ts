/** Stores of reference data for tests, and services that fill each with its own path. */
import type { QueryClient } from "@tanstack/react-query"

import { type Asked, fakeServer } from "./fake-server.ts"
import { createQueries } from "./needs.ts"
import { REFERENCE, openStores } from "./reference.ts"

export const PATHS = Object.values(REFERENCE).map(({ path }) => path)

/** The stores of one document. */
export function storesOf(company: string): QueryClient {
  const queries = createQueries()
  openStores(queries, company)
  return queries
}

export function answering(more: Parameters<typeof fakeServer>[0] = {}): Asked[] {
  const answers = Object.fromEntries(PATHS.map((path) => [path, { body: { data: [path] } }]))
  return fakeServer({
    ...answers,
    [REFERENCE.mapsKey.path]: { body: { data: { googleMapKey: "" } } },
    ...more,
  })
}

export function pathsOf(asked: readonly Asked[]): string[] {
  return asked.map(({ path }) => path).toSorted()
}
