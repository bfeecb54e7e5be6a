import type { QueryClient } from "@tanstack/react-query"
import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { bootstrap } from "./bootstrap.ts"
import { type Asked, fakeServer, setToken, tokenFor } from "./fake-server.ts"
import { createQueries } from "./needs.ts"
import { REFERENCE, askStore, openStores, readStore } from "./reference.ts"
import { hasThirdPartyScripts, removeThirdPartyScripts } from "./third-party.ts"

const MAPS = { maps: true }
const PATHS = Object.values(REFERENCE).map(({ path }) => path)

beforeEach(() => setToken(tokenFor("ada")))
afterEach(() => {
  sessionStorage.clear()
  setToken(null)
  removeThirdPartyScripts()
  vi.unstubAllGlobals()
})

test("the maps script comes with a key and not without", async () => {
  answering()
  await bootstrap(storesOf("co1"), MAPS)
  expect(hasThirdPartyScripts()).toBe(false)
  sessionStorage.clear()
  answering({ [REFERENCE.mapsKey.path]: { body: { data: { googleMapKey: "k&1" } } } })
  await bootstrap(storesOf("co1"), MAPS)
  expect(document.querySelector("script[data-third-party=maps]")?.getAttribute("src")).toContain(
    "key=k%261&libraries=places&language=en",
  )
})

test("the maps script does not come where the document has no map", async () => {
  answering({ [REFERENCE.mapsKey.path]: { body: { data: { googleMapKey: "k" } } } })
  await bootstrap(storesOf("co1"), { maps: false })
  expect(hasThirdPartyScripts()).toBe(false)
})

test("a list that fails is named, keeps nothing else from starting, and is asked for when needed", async () => {
  answering({ [REFERENCE.timezones.path]: { status: 500 } })
  const queries = storesOf("co1")
  expect(await bootstrap(queries, MAPS)).toEqual(["timezones"])
  expect(readStore(queries, "countries")).toBeDefined()
  answering()
  expect(await askStore(queries, "timezones")).toEqual([REFERENCE.timezones.path])
})

test("all six are asked for, side by side, and land in the stores", async () => {
  const asked = answering()
  const queries = storesOf("co1")
  expect(await bootstrap(queries, MAPS)).toEqual([])
  expect(pathsOf(asked)).toEqual(PATHS.toSorted())
  expect(readStore(queries, "countries")).toEqual([REFERENCE.countries.path])
})

/** The stores of one document. */
function storesOf(company: string): QueryClient {
  const queries = createQueries()
  openStores(queries, company)
  return queries
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
