/** The route list as the build reads it: everything but functions, each key present. */
import type { Entries, Language } from "client/lib/words.ts"
import { type RouteEntry, routes } from "client/routes.tsx"
import ar from "client/words/ar.json"
import es from "client/words/es.json"

const CATALOGUES: Readonly<Record<Exclude<Language, "en">, Entries>> = { es, ar }

export interface ManifestRoute {
  id: string
  path: string | null
  index: boolean
  caseSensitive: boolean
  auth: RouteEntry["auth"] | null
  /** In English. */
  title: string | null
  /** Language → title, for the other languages. */
  titles: Readonly<Record<string, string>>
  /** Member of the need `record` that names it, and takes the place of the title. */
  named: string | null
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
    titles: titlesOf(entry.title),
    named: entry.named ?? null,
    status: entry.status ?? 200,
    redirect: entry.redirect ?? null,
    needs: entry.needs ?? {},
    module: entry.module === undefined ? null : `client/src/routes/${entry.file ?? entry.id}.tsx`,
    children: manifestRoutes(entry.children ?? []),
  }))
}

function titlesOf(title: string | undefined): Record<string, string> {
  if (title === undefined) return {}
  return Object.fromEntries(
    Object.entries(CATALOGUES).flatMap(([language, entries]) => {
      const translated = Object.hasOwn(entries, title) ? entries[title] : undefined
      return typeof translated === "string" ? [[language, translated]] : []
    }),
  )
}
