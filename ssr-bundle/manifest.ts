/** The route list as the build reads it: everything but functions, each key present. */
import { type RouteEntry, routes } from "client/routes.tsx"

export interface ManifestRoute {
  id: string
  path: string | null
  index: boolean
  caseSensitive: boolean
  auth: RouteEntry["auth"] | null
  title: string | null
  status: number
  redirect: string | null
  needs: Readonly<Record<string, string>>
  /** Source file of the lazy module. */
  module: string | null
  children: ManifestRoute[]
}

/** The order of siblings is kept: it decides ties between equally ranked matches. */
export function manifestRoutes(list: readonly RouteEntry[] = routes): ManifestRoute[] {
  return list.map((entry) => ({
    id: entry.id,
    path: entry.path ?? null,
    index: entry.index ?? false,
    caseSensitive: entry.caseSensitive ?? false,
    auth: entry.auth ?? null,
    title: entry.title ?? null,
    status: entry.status ?? 200,
    redirect: entry.redirect ?? null,
    needs: entry.needs ?? {},
    module: entry.module === undefined ? null : `client/src/routes/${entry.id}.tsx`,
    children: manifestRoutes(entry.children ?? []),
  }))
}
