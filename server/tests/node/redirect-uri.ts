/** What the browser's redirect rule makes of values and of search parts: the accepted address, or null. */
import { readFileSync } from "node:fs"

import { type RouteObject, createStaticHandler } from "react-router"

import { acceptRedirectUri, redirectUri } from "../../../client/src/lib/redirect-uri.ts"

type Route = RouteObject & { auth?: string }

interface Question {
  routes: Route[]
  origin: string | null
  values: string[]
  searches: string[]
}

console.warn = () => undefined

const { routes, origin, values, searches }: Question = JSON.parse(readFileSync(0, "utf8"))
const { match } = createStaticHandler(bare(routes))
const guests = new Set(all(routes).filter(({ auth }) => auth === "guest").map(({ id }) => id))

const rule = {
  origin,
  isPage(pathname: string): boolean {
    const leaf = match({ pathname })?.at(-1)?.route
    return leaf !== undefined && leaf.path !== "*" && !guests.has(leaf.id)
  },
}
process.stdout.write(
  JSON.stringify({
    values: values.map((value) => acceptRedirectUri(value, rule)),
    searches: searches.map((search) => redirectUri(search, rule)),
  }),
)

function all(list: readonly Route[]): Route[] {
  return list.flatMap((route) => [route, ...all(route.children ?? [])])
}

/** Only what the router matches by. */
function bare(list: readonly Route[]): RouteObject[] {
  return list.map(({ id, path, index, children }) =>
    index === true ? { id, path, index } : { id, path, ...(children && { children: bare(children) }) },
  )
}
