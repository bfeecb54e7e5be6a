import type { QueryClient } from "@tanstack/react-query"
import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { bootstrap } from "./bootstrap.ts"
import { PATHS, answering, pathsOf, storesOf } from "./fake-reference.ts"
import { type Asked, setToken, tokenFor } from "./fake-server.ts"
import { createQueries } from "./needs.ts"
import { forgetRecords } from "./records.ts"
import { REFERENCE, REFERENCE_MS, askStore, readStore, renewStores } from "./reference.ts"

const COUNTRY = "/master/api/v1/country"
const NOWHERE = { maps: false, scripts: [] }

beforeEach(() => setToken(tokenFor("ada")))
afterEach(() => {
  sessionStorage.clear()
  setToken(null)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test("the next document of the session asks for the dropdowns only", async () => {
  await askedBy("co1")
  const asked = answering()
  const queries = storesOf("co1")
  await bootstrap(queries, NOWHERE)
  expect(pathsOf(asked)).toEqual([REFERENCE.dropdowns.path])
  expect(readStore(queries, "currencies")).toEqual([REFERENCE.currencies.path])
})

test("another company's stores are filled again, and so are those of yesterday", async () => {
  // Specification 9.
  expect(REFERENCE_MS).toBe(86_400_000)
  await askedBy("co1")
  expect(pathsOf(await askedBy("co2"))).toEqual(PATHS.toSorted())
  vi.useFakeTimers({ now: Date.now() + REFERENCE_MS + 1, toFake: ["Date"] })
  expect(pathsOf(await askedBy("co1"))).toEqual(PATHS.toSorted())
})

test("a day counts from the answer, not from the document that read it again", async () => {
  await askedBy("co1")
  vi.useFakeTimers({ now: Date.now() + REFERENCE_MS - 1000, toFake: ["Date"] })
  const queries = storesOf("co1")
  expect(pathsOf(await filling(queries))).toEqual([REFERENCE.dropdowns.path])
  vi.setSystemTime(Date.now() + 2000)
  expect(pathsOf(await filling(queries))).not.toContain(REFERENCE.dropdowns.path)
})

test("what was stored badly is asked for again", async () => {
  sessionStorage.setItem("waybill.reference.co1.countries", "{not json")
  sessionStorage.setItem("waybill.reference.co1.currencies", '{"at":"now"}')
  expect(pathsOf(await askedBy("co1"))).toEqual(PATHS.toSorted())
})

test("a change of a list fills its store again, past what the browser keeps", async () => {
  const queries = storesOf("co1")
  await filling(queries)
  const asked = answering({ [REFERENCE.countries.path]: { body: { data: ["Narnia"] } } })
  const spy = vi.spyOn(globalThis, "fetch")
  await renewStores(queries, COUNTRY)
  expect(pathsOf(asked)).toEqual([REFERENCE.countries.path])
  expect(spy.mock.calls[0]?.[1]).toMatchObject({ cache: "no-cache" })
  expect(readStore(queries, "countries")).toEqual(["Narnia"])
  expect(readStore(storesOf("co1"), "countries")).toBeUndefined()
  expect(await askStore(storesOf("co1"), "countries")).toEqual(["Narnia"])
})

test("a change before the store was needed drops what the session keeps of it", async () => {
  await askedBy("co1")
  answering({ [REFERENCE.countries.path]: { body: { data: ["Narnia"] } } })
  await renewStores(storesOf("co1"), COUNTRY)
  expect(await askStore(storesOf("co1"), "countries")).toEqual(["Narnia"])
})

test("a change drops what is still on its way from before it", async () => {
  const queries = storesOf("co1")
  answering()
  const begun = bootstrap(queries, NOWHERE)
  answering({ [REFERENCE.countries.path]: { body: { data: ["Narnia"] } } })
  await Promise.all([begun, renewStores(queries, COUNTRY)])
  expect(readStore(queries, "countries")).toEqual(["Narnia"])
})

test("who asks while a changed list is on its way waits for it", async () => {
  const queries = storesOf("co1")
  await filling(queries)
  answering({ [REFERENCE.countries.path]: { body: { data: ["Narnia"] } } })
  await forgetRecords(queries, COUNTRY)
  expect(await askStore(queries, "countries")).toEqual(["Narnia"])
})

test("a change that nobody answers leaves what was there, and the next one to ask tries again", async () => {
  const queries = storesOf("co1")
  await filling(queries)
  answering({ [REFERENCE.countries.path]: { status: 500 } })
  await expect(renewStores(queries, COUNTRY)).rejects.toThrow("500")
  expect(readStore(queries, "countries")).toEqual([REFERENCE.countries.path])
  answering({ [REFERENCE.countries.path]: { body: { data: ["Narnia"] } } })
  expect(await askStore(queries, "countries")).toEqual(["Narnia"])
})

test("a change of another kind of record asks for nothing", async () => {
  const queries = storesOf("co1")
  await filling(queries)
  const asked = answering()
  await renewStores(queries, "/contact/api/v1/contacts")
  await renewStores(queries, "/master/api/v1/dropdown-groups")
  await renewStores(createQueries(), COUNTRY)
  expect(asked).toEqual([])
})

async function askedBy(company: string): Promise<Asked[]> {
  return await filling(storesOf(company))
}

async function filling(queries: QueryClient): Promise<Asked[]> {
  const asked = answering()
  await bootstrap(queries, NOWHERE)
  return asked
}
