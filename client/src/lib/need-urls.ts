/** The addresses of a route's needs: its templates over path parameters and search, as Rust expands them too. */
import { parseTemplate } from "url-template"

import { searchValues } from "./search.ts"

/** Expands each template; a path parameter wins over a search parameter of the same name. */
export function needUrls(
  needs: Readonly<Record<string, string>>,
  params: Readonly<Record<string, string | undefined>>,
  search: string,
): Record<string, string> {
  const variables = searchValues(search)
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) variables[name] = value
  }
  return Object.fromEntries(
    Object.entries(needs).map(([key, template]) => [
      key,
      parseTemplate(template).expand(variables),
    ]),
  )
}
