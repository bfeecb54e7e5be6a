import type { QueryClient } from "@tanstack/react-query"
import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { REFERENCE, REFERENCE_MS, bootstrap } from "./bootstrap.ts"
import { type Asked, fakeServer, setToken, tokenFor } from "./fake-server.ts"
import { createQueries, needQuery } from "./needs.ts"
import { hasThirdPartyScripts, removeThirdPartyScripts } from "./third-party.ts"

const PATHS = Object.values(REFERENCE).map(({ path }) => path)

beforeEach(() => setToken(tokenFor("ada")))
afterEach(() => {
  sessionStorage.clear()
  setToken(null)
  removeThirdPartyScripts()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test("all six are asked for, side by side, and land in the cache", async () => {
  const asked = answering()
  const queries = createQueries()
  expect(await bootstrap(queries, "co1", { maps: true })).toEqual([])
  expect(pathsOf(asked)).toEqual(PATHS.toSorted())
  expect(cached(queries, REFERENCE.countries.path)).toEqual({ data: [REFERENCE.countries.path] })
})

test("the next document of the session asks for the dropdowns only", async () => {
  answering()
  await bootstrap(createQueries(), "co1", { maps: true })
  const asked = answering()
  const queries = createQueries()
  await bootstrap(queries, "co1", { maps: true })
  expect(pathsOf(asked)).toEqual([REFERENCE.dropdowns.path])
  expect(cached(queries, REFERENCE.currencies.path)).toEqual({ data: [REFERENCE.currencies.path] })
})

test("another company's data are asked for anew, and so are those of yesterday", async () => {
  answering()
  await bootstrap(createQueries(), "co1", { maps: true })
  expect(pathsOf(await askedBy("co2"))).toEqual(PATHS.toSorted())
  vi.useFakeTimers({ now: Date.now() + REFERENCE_MS + 1, toFake: ["Date"] })
  expect(pathsOf(await askedBy("co1"))).toEqual(PATHS.toSorted())
})

test("a list that fails is named and keeps nothing else from starting", async () => {
  answering({ [REFERENCE.timezones.path]: { status: 500 } })
  const queries = createQueries()
  expect(await bootstrap(queries, "co1", { maps: true })).toEqual(["timezones"])
  expect(cached(queries, REFERENCE.countries.path)).toBeDefined()
})

test("what was stored badly is asked for again", async () => {
  sessionStorage.setItem("waybill.reference.co1.countries", "{not json")
  sessionStorage.setItem("waybill.reference.co1.currencies", '{"at":"now"}')
  expect(pathsOf(await askedBy("co1"))).toEqual(PATHS.toSorted())
})

test("the maps script comes with a key and not without", async () => {
  answering()
  await bootstrap(createQueries(), "co1", { maps: true })
  expect(hasThirdPartyScripts()).toBe(false)
  sessionStorage.clear()
  answering({ [REFERENCE.mapsKey.path]: { body: { data: { googleMapKey: "k&1" } } } })
  await bootstrap(createQueries(), "co1", { maps: true })
  expect(document.querySelector("script[data-third-party=maps]")?.getAttribute("src")).toContain(
    "key=k%261&libraries=places&language=en",
  )
})

test("the maps script does not come where the document has no map", async () => {
  answering({ [REFERENCE.mapsKey.path]: { body: { data: { googleMapKey: "k" } } } })
  await bootstrap(createQueries(), "co1", { maps: false })
  expect(hasThirdPartyScripts()).toBe(false)
})

async function askedBy(company: string): Promise<Asked[]> {
  const asked = answering()
  await bootstrap(createQueries(), company, { maps: true })
  return asked
}

function answering(more: Parameters<typeof fakeServer>[0] = {}): Asked[] {
  const answers = Object.fromEntries(PATHS.map((path) => [path, { body: { data: [path] } }]))
  return fakeServer({
    ...answers,
    [REFERENCE.mapsKey.path]: { body: { data: { googleMapKey: "" } } },
    ...more,
  })
}

function pathsOf(asked: readonly Asked[]): string[] {
  return asked.map(({ path }) => path).toSorted()
}

function cached(queries: QueryClient, path: string): unknown {
  return queries.getQueryData(needQuery(path).queryKey)
}
