// @vitest-environment node
/** The hand-built context against the one that react-router's own `query()` makes, and the traps around it. */
import { createRoutes } from "client/router.tsx"
import { renderToString } from "react-dom/server"
import {
  type RouteObject,
  type StaticHandlerContext,
  StaticRouterProvider,
  createStaticHandler,
  createStaticRouter,
} from "react-router"
import { expect, test } from "vitest"

import { contextOf } from "./render.tsx"

const PAGES = ["/dashboard", "/settings/profile", "/settings/users?page=2&search=a%20b", "/no/such"]

test.each(PAGES)("the context of %s has exactly the keys of query()'s", async (url) => {
  const handler = createStaticHandler(createRoutes(() => () => null))
  const asked = await handler.query(new Request(`http://host${url}`))
  if (asked instanceof Response) throw new TypeError("query() redirected")
  const built = contextOf(url)
  expect(keysOf(built)).toEqual(keysOf(asked))
  expect(built.location).toEqual({ ...asked.location, mask: undefined })
  expect(built.matches.map(({ route }) => route.id)).toEqual(
    asked.matches.map(({ route }) => route.id),
  )
  expect(built.matches.map(({ params }) => params)).toEqual(
    asked.matches.map(({ params }) => params),
  )
})

test("matches are new for every render", () => {
  expect(contextOf("/dashboard").matches).not.toBe(contextOf("/dashboard").matches)
})

const leaf = (more: Partial<RouteObject> = {}) =>
  [{ id: "leaf", path: "/", Component: () => "shown", ...more }] as RouteObject[]

test("a route that is ready is shown", () => {
  expect(rendered(leaf())).toBe("shown")
})

test.each<[string, RouteObject[], Partial<StaticHandlerContext>]>([
  ["no match", leaf({ path: "/elsewhere" }), {}],
  ["a module still to be loaded", leaf({ lazy: async () => ({}) }), {}],
  ["a loader without its key", leaf({ loader: () => null }), {}],
])("%s renders an empty text without an error", (_, routes, more) => {
  expect(rendered(routes, more)).toBe("")
})

test("a loader's key may hold null", () => {
  expect(rendered(leaf({ loader: () => null }), { loaderData: { leaf: null } })).toBe("shown")
})

test("left to itself, the provider appends a script with the data", () => {
  expect(rendered(leaf(), {}, true)).toContain("<script")
})

function rendered(
  routes: RouteObject[],
  more: Partial<StaticHandlerContext> = {},
  hydrate = false,
): string {
  const handler = createStaticHandler(routes)
  const context: StaticHandlerContext = {
    ...contextOf("/"),
    matches: handler.match("/") ?? [],
    loaderData: {},
    _match: (at) => handler.match(at),
    ...more,
  }
  return renderToString(
    <StaticRouterProvider
      router={createStaticRouter(handler.dataRoutes, context)}
      context={context}
      hydrate={hydrate}
    />,
  )
}

/** `mask` and the deepest boundary are optional and read by nobody here. */
function keysOf(context: StaticHandlerContext): string[] {
  return Object.keys(context)
    .filter((key) => key !== "_deepestRenderedBoundaryId")
    .toSorted()
}
