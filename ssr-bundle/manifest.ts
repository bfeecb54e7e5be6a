/** The route list as the build reads it: everything but functions, each key present. */
import type { Entries, Language } from "client/lib/words.ts"
import { type PlainForm, plainForm } from "client/records/plain.ts"
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
  /** The form that the server reads without script. */
  form: PlainForm | null
  /** Template that a form without fields is posted to. */
  runs: string | null
  /** Source file of the lazy module. */
  module: string | null
  children: ManifestRoute[]
}

/** Id of a route → its form. */
export type Forms = ReadonlyMap<string, PlainForm>

/** The forms of the routes' modules. */
export async function readForms(list: readonly RouteEntry[] = routes): Promise<Forms> {
  const forms = await Promise.all(
    list.map(async ({ id, module, children }): Promise<[string, PlainForm][]> => {
      const form = (await module?.())?.form
      const below = children === undefined ? [] : [...(await readForms(children))]
      return form === undefined ? below : [[id, plainForm(form)], ...below]
    }),
  )
  return new Map(forms.flat())
}

/** The order of siblings is kept: it decides ties between equally ranked matches. */
export function manifestRoutes(
  list: readonly RouteEntry[] = routes,
  forms: Forms = new Map(),
): ManifestRoute[] {
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
    form: forms.get(entry.id) ?? null,
    runs: entry.runs ?? null,
    module: entry.module === undefined ? null : `client/src/routes/${entry.file ?? entry.id}.tsx`,
    children: manifestRoutes(entry.children ?? [], forms),
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
