import { type ReactNode, act } from "react"
import { type Root, createRoot } from "react-dom/client"
import { afterEach, beforeEach, expect, test, vi } from "vitest"

import type { NeedUrls } from "#client/lib/need-urls.ts"

import { fakeServer, setToken, tokenFor } from "./fake-server.ts"
import { fakeVisit } from "./fake-visit.ts"
import { needQuery, seedNeeds } from "./needs.ts"
import {
  type Need,
  PageProvider,
  type Visit,
  VisitProvider,
  usePostedForm,
  useNeed,
} from "./page.tsx"

const URL = "/iam/api/v1/users?page=2"
const FAILED = { error: { type: "about:blank", title: "Down", status: 503, detail: "Back soon." } }

let root: Root
let visit: Visit

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  setToken(tokenFor("ada"))
  root = createRoot(document.createElement("div"))
  visit = {
    ...fakeVisit(null, "/settings/users?page=2"),
    postedForm: {
      problem: { type: "about:blank", title: "Refused", status: 422 },
      email: "ada@harbour.example",
      code: "",
      pending: null,
    },
  }
})
afterEach(async () => {
  await act(async () => root.unmount())
  setToken(null)
  vi.unstubAllGlobals()
})

test("data that came with the document are ready at once and asked for no more", async () => {
  const asked = fakeServer({})
  seed({ data: [{ _id: "u1" }], page: 2, pageSize: 25, total: 26 })
  expect(await shown()).toEqual({
    status: "ready",
    data: [{ _id: "u1" }],
    page: { page: 2, pageSize: 25, total: 26, isLowerBound: false },
    at: Date.parse(visit.env.now),
  })
  expect(asked).toEqual([])
})

test("a need that was not ready is pending, and the browser fetches it", async () => {
  const asked = fakeServer({ [URL]: { body: { data: ["late"] } } })
  const states = await watched()
  expect(states[0]).toEqual({ status: "pending" })
  await vi.waitFor(() => expect(states.at(-1)).toMatchObject({ status: "ready", data: ["late"] }))
  expect(asked.map(({ path }) => path)).toEqual([URL])
})

test("a failed need shows its problem and asks again only when told to", async () => {
  const asked = fakeServer({ [URL]: { body: { data: ["at last"] } } })
  seed(FAILED)
  const states = await watched()
  const failed = states[0]
  if (failed?.status !== "failed") throw new Error("not failed")
  expect(failed.problem).toEqual(FAILED.error)
  expect(asked).toEqual([])
  await act(async () => failed.retry())
  await vi.waitFor(() =>
    expect(states.at(-1)).toMatchObject({ status: "ready", data: ["at last"] }),
  )
})

test("a need that the page's address names no resource for is not found, without a request", async () => {
  const asked = fakeServer({})
  expect(await shown({ users: null })).toMatchObject({ status: "failed", problem: { status: 404 } })
  expect(asked).toEqual([])
})

test("a need that no route declares is a fault of the program", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {})
  await expect(shown({})).rejects.toThrow('no shown route declares the need "users"')
})

test("a posted form that came back belongs to its own address", async () => {
  const seen: unknown[] = []
  const Form = () => {
    const form = usePostedForm()
    seen.push(form?.problem?.title)
    return null
  }
  await act(async () => root.render(at(visit.url, <Form />)))
  await act(async () => root.render(at("/login", <Form />)))
  expect([seen[0], seen.at(-1)]).toEqual(["Refused", undefined])
})

test("a seeded answer is stale after five minutes", () => {
  const long = Date.now() - 5 * 60 * 1000 - 1
  seedNeeds(visit.queries, { users: URL }, { users: { data: [] } }, long)
  const query = visit.queries.getQueryCache().find({ queryKey: needQuery(URL).queryKey })
  expect(query?.isStaleByTime(5 * 60 * 1000)).toBe(true)
  seed({ data: [] })
  expect(query?.isStaleByTime(5 * 60 * 1000)).toBe(false)
})

function seed(result: Parameters<typeof seedNeeds>[2][string]): void {
  seedNeeds(visit.queries, { users: URL }, { users: result }, visit.openedAt)
}

async function shown(needs: NeedUrls = { users: URL }): Promise<Need<unknown> | undefined> {
  return (await watched(needs)).at(-1)
}

/** Every state that a screen with this need is drawn in. */
async function watched(needs: NeedUrls = { users: URL }): Promise<Need<unknown>[]> {
  const states: Need<unknown>[] = []
  const Screen = () => {
    const need = useNeed("users")
    states.push(need)
    return null
  }
  await act(async () => root.render(at(visit.url, <Screen />, needs)))
  return states
}

function at(url: string, screen: ReactNode, needs: NeedUrls = {}) {
  return (
    <VisitProvider visit={visit}>
      <PageProvider url={url} needs={needs}>
        {screen}
      </PageProvider>
    </VisitProvider>
  )
}
