/** The addresses of a route's needs: its templates over address and session, as Rust expands them too. */
import type { SessionView } from "./session.ts"
import { type Variables, expandTemplate } from "./uri-template.ts"

/** Need key → path and search of the request; `null` when the page's address names no resource. */
export type NeedUrls = Readonly<Record<string, string | null>>

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
    Object.entries(needs).map(([key, template]) => [
      key,
      expandTemplate(template, { params, search, session: who }),
    ]),
  )
}
