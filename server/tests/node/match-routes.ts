/** What react-router makes of route tables and pathnames: ids and parameters, null, or "refused". */
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"

import { type RouteObject, createStaticHandler, matchRoutes } from "react-router"

interface Question {
  routes: RouteObject[]
  pathnames: string[]
}

interface Found {
  route: { id?: string | undefined }
  params: Record<string, string | undefined>
}

// The router warns of malformed escapes; they are part of the test.
console.warn = () => undefined

const questions: Question[] = JSON.parse(readFileSync(0, "utf8"))
const answers = questions.map(({ routes: table, pathnames }) => {
  const routes = table.map(declared)
  try {
    matchRoutes(routes, "/")
  } catch {
    return "refused"
  }
  // `matchRoutes` compiles the table for every call; the routers compile it once, and match by the same function.
  const { match } = createStaticHandler(routes)
  return pathnames.map((pathname, at) => {
    const answer = found(match({ pathname }))
    if (at === 0) assert.deepEqual(answer, found(matchRoutes(routes, { pathname })))
    return answer
  })
})
process.stdout.write(JSON.stringify(answers))

/** The route as `routes.tsx` declares it: the manifest also writes the children that a leaf does not have. */
function declared({ children = [], ...route }: RouteObject): RouteObject {
  if (children.length === 0) return route
  return Object.assign(route, { children: children.map(declared) })
}

function found(matches: Found[] | null) {
  if (matches === null) return null
  return { ids: matches.map(({ route }) => route.id), params: matches[0]?.params ?? {} }
}
