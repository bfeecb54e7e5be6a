/** The addresses of a route's needs: its templates over address and session, as Rust expands them too. */
import { isWithheld } from "./need-rights.ts"
import type { SessionView } from "./session.ts"
import { type Variables, expandTemplate } from "./uri-template.ts"

/** The address of a need that the user has no right to; it is not asked for. */
export const WITHHELD = ""

/** Need key → path and search of the request, or `WITHHELD`; `null` when the page's address names no resource. */
export type NeedUrls = Readonly<Record<string, string | null>>

/** The addresses that are asked. */
export function askedUrls(urls: NeedUrls): readonly string[] {
  return Object.values(urls).filter((url): url is string => url !== null && url !== WITHHELD)
}

/** Where and for whom a need is expanded. */
export interface NeedPlace {
  params: Variables["params"]
  search: string
  session: SessionView | null
}

export function needUrls(
  needs: Readonly<Record<string, string>>,
  { params, search, session }: NeedPlace,
): NeedUrls {
  const who = session === null ? null : { userId: session.user._id, companyId: session.company._id }
  return Object.fromEntries(
    Object.entries(needs).map(([key, template]) => {
      const url = expandTemplate(template, { params, search, session: who })
      const isAsked = url === null || session === null || !isWithheld(key, url, session.permissions)
      return [key, isAsked ? url : WITHHELD]
    }),
  )
}
