import { act } from "react"
import { type Root, createRoot } from "react-dom/client"
import { createMemoryRouter, matchRoutes } from "react-router"
import { RouterProvider } from "react-router/dom"
import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { openDocument } from "#client/document.tsx"
import { PATIENCE_MS, loadersFor } from "#client/navigation.ts"
import { createRoutes, entryOf, resolveModules } from "#client/router.tsx"
import type { RouteEntry } from "#client/routes.tsx"
import { fakeServer, setToken, tokenFor } from "#client/services/fake-server.ts"
import { SOMEONE, SOME_ENV, fakeVisit } from "#client/services/fake-visit.ts"
import { needQuery } from "#client/services/needs.ts"
import { type Visit, VisitProvider } from "#client/services/page.tsx"
import { onSessionEnd } from "#client/services/session/end.ts"

const URL = "/iam/api/v1/users?page=2"
const required: RouteEntry = {
  id: "users",
  auth: "required",
  needs: { users: "/iam/api/v1/users{?page}" },
}
const guest: RouteEntry = { id: "login", auth: "guest" }
beforeEach(() => setToken(tokenFor("u1")))
afterEach(() => {
  setToken(null)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test("a navigation fetches what the screen needs before it is shown", async () => {
  fakeServer({ [URL]: { body: { data: ["ada"] } } })
  const visit = fakeVisit(SOMEONE)
  await go(visit, required)
  expect(visit.queries.getQueryData(needQuery(URL).queryKey)).toEqual({ data: ["ada"] })
})

test("a slow service holds a navigation up for 400 ms at most", async () => {
  vi.useFakeTimers()
  fakeServer({ [URL]: "never" })
  const arrived = vi.fn<() => void>()
  void go(fakeVisit(SOMEONE), required).then(arrived)
  await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1)
  expect(arrived).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(arrived).toHaveBeenCalledOnce()
})

test("a failed need does not fail the navigation", async () => {
  fakeServer({ [URL]: { status: 503 } })
  expect(await go(fakeVisit(SOMEONE), required)).toBeNull()
})

test("a list whose address says nothing is shown by the view that its user wants to see first", async () => {
  const VIEWS = "/iam/api/v1/saved-views?filter=list:eq:/x"
  const view = { isOwn: true, isDefault: true, query: "sort=-name" }
  const list: RouteEntry = { id: "list", auth: "required", needs: { views: VIEWS } }
  fakeServer({ [VIEWS]: { body: { data: [{ ...view, isOwn: false, query: "sort=x" }, view] } } })
  const answer: unknown = await go(fakeVisit(SOMEONE), list, "/settings/users").catch(
    (thrown: unknown) => thrown,
  )
  expect(answer instanceof Response && answer.headers.get("Location")).toBe(
    "/settings/users?page=1&sort=-name",
  )
  expect(await go(fakeVisit(SOMEONE), list, "/settings/users?page=1")).toBeNull()
})

test("without a token the session is cleared and Rust is asked for the page", async () => {
  setToken(null)
  const asked = fakeServer({})
  const visit = fakeVisit(SOMEONE)
  visit.queries.setQueryData(["kept"], "secret")
  onSessionEnd(() => visit.queries.clear())
  expect(await refusedTarget(visit, required)).toBe("/settings/users?page=2")
  expect(visit.queries.getQueryData(["kept"])).toBeUndefined()
  expect(asked).toEqual([])
})

test("a document made for nobody shows no screen for somebody, and the other way round", async () => {
  expect(await refusedTarget(fakeVisit(null), required)).toBe("/settings/users?page=2")
  expect(await refusedTarget(fakeVisit(SOMEONE), guest)).toBe("/settings/users?page=2")
  setToken(null)
  expect(await go(fakeVisit(null), guest)).toBeNull()
})

test("a layout without needs has no loader, and a redirect leads on", async () => {
  const loaders = loadersFor(fakeVisit(SOMEONE))
  expect(loaders({ id: "shell" })).toBeUndefined()
  const answer: unknown = await go(fakeVisit(SOMEONE), { id: "home", redirect: "/dashboard" })
  expect(answer instanceof Response && answer.headers.get("Location")).toBe("/dashboard")
})

test("a link leads on inside the document: new title, new page, the focus on its heading", async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  fakeServer({})
  vi.stubGlobal("scrollTo", () => {})
  history.replaceState(null, "", "/settings/users")
  // Its code is here already, so that what is waited for is the navigation.
  await entryOf("profile")?.module?.()
  const container = document.createElement("div")
  document.body.replaceChildren(container)
  const root: Root = createRoot(container)
  const { app, routeAt } = await openDocument({
    url: "/settings/users",
    session: SOMEONE,
    data: { users: { data: [] } },
    env: SOME_ENV,
  })
  expect(routeAt("/settings/users")?.id).toBe("users")
  await act(async () => root.render(app))
  const link = container.querySelector<HTMLAnchorElement>('a[href="/settings/profile"]')
  await act(async () => link?.click())
  await vi.waitFor(() => expect(location.pathname).toBe("/settings/profile"))
  await vi.waitFor(() => expect(document.title).toBe(`${entryOf("profile")?.title} · Waybill`))
  expect(document.activeElement?.tagName).toBe("H1")
  await act(async () => root.unmount())
})

test("a page begins again at another path, and goes on at another search", async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  // Nobody answers: what is drawn is what the address made of it.
  vi.stubGlobal("fetch", () => new Promise(() => {}))
  vi.stubGlobal("scrollTo", () => {})
  const routes = createRoutes()
  const first = "/settings/users/u1"
  const matches = matchRoutes(routes, first) ?? []
  await resolveModules(matches.map(({ route }) => route))
  const loaderData = Object.fromEntries(matches.map(({ route }) => [route.id, null]))
  const router = createMemoryRouter(routes, {
    initialEntries: [first],
    hydrationData: { loaderData },
  })
  const container = document.createElement("div")
  document.body.replaceChildren(container)
  const root: Root = createRoot(container)
  await act(async () =>
    root.render(
      <VisitProvider visit={fakeVisit(SOMEONE, first)}>
        <RouterProvider router={router} />
      </VisitProvider>,
    ),
  )
  const page = () => container.querySelector(".st-page > *")
  const before = page()
  expect(before).not.toBeNull()
  await act(async () => router.navigate(`${first}?tab=2`))
  expect(page()).toBe(before)
  await act(async () => router.navigate("/settings/users/u2"))
  expect(page()).not.toBeNull()
  expect(page()).not.toBe(before)
  await act(async () => root.unmount())
})

async function go(
  visit: Visit,
  entry: RouteEntry,
  path = "/settings/users?page=2",
): Promise<unknown> {
  const loader = loadersFor(visit)(entry)
  if (typeof loader !== "function") throw new Error("no loader")
  const request = new Request(`http://localhost${path}`)
  // @ts-expect-error -- the loader reads these two only
  return loader({ request, params: {} })
}

async function refusedTarget(visit: Visit, entry: RouteEntry): Promise<string | null> {
  const refusal: unknown = await go(visit, entry).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(refusal instanceof Response)) return null
  expect(refusal.headers.get("X-Remix-Reload-Document")).toBe("true")
  return refusal.headers.get("Location")
}
