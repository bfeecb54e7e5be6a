import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { fakeServer, setToken, tokenFor } from "#client/services/fake-server.ts"
import { createQueries } from "#client/services/needs.ts"
import { REFERENCE, openStores } from "#client/services/reference.ts"

import { countrySource } from "./common-sources.ts"

const country = (name: string, alpha2: string, more: object = {}) => ({
  name,
  alpha2,
  alpha3: `${alpha2}X`,
  numeric: "000",
  aliases: [],
  localNames: {},
  enabled: true,
  favourite: false,
  ...more,
})

const COUNTRIES = [
  country("Australia", "AU"),
  country("Belarus", "BY", { aliases: ["White Russia"] }),
  country("Curaçao", "CW"),
  country("Netherlands", "NL", { favourite: true }),
  country("Old Country", "OC", { enabled: false }),
  country("United States", "US", { localNames: { nl: "Verenigde Staten" } }),
]

beforeEach(() => setToken(tokenFor("ada")))
afterEach(() => {
  setToken(null)
  vi.unstubAllGlobals()
})

test("what is typed is found by the service, in its order", async () => {
  const queries = stores()
  const asked = answering({ us: ["US", "AU"] })
  const found = await countrySource.find(" us ", new AbortController().signal, queries)
  expect(found.map(({ value }) => value)).toEqual(["US", "AU"])
  expect(asked.map(({ path }) => path)).toEqual([searchPath("us")])
})

test.each([
  ["", ["Netherlands", "Australia", "Belarus", "Curaçao", "United States"]],
  ["us", ["United States", "Australia", "Belarus"]],
  ["curacao", ["Curaçao"]],
  ["russia", ["Belarus"]],
  ["verenigde", ["United States"]],
  ["old", []],
])("%j is found in the store while no service answers", async (typed, names) => {
  const found = await countrySource.find(typed, new AbortController().signal, stores())
  expect(found.map(({ label }) => label)).toEqual(names)
})

test("a service that does not search is searched here", async () => {
  const queries = stores()
  const many = Array.from({ length: 9 }, () => "NL")
  answering({ us: many })
  const found = await countrySource.find("us", new AbortController().signal, queries)
  expect(found[0]?.label).toBe("United States")
})

test("a store is asked for once, however often it is opened", async () => {
  const queries = stores()
  const asked = answering()
  await countrySource.find("", new AbortController().signal, queries)
  await countrySource.find("", new AbortController().signal, queries)
  await countrySource.one("NL", queries)
  expect(asked.map(({ path }) => path)).toEqual([REFERENCE.countries.path])
})

test("a stored country that is not offered has its name, an unknown one has none", async () => {
  const queries = stores()
  expect(await countrySource.one("OC", queries)).toMatchObject({ label: "Old Country" })
  expect(await countrySource.one("ZZ", queries)).toBeNull()
})

test("a service of the company's own may say no more than names", async () => {
  const queries = stores()
  fakeServer({
    [REFERENCE.countries.path]: { body: { data: [{ alpha2: "NL", name: "Holland" }] } },
  })
  const found = await countrySource.find("holl", new AbortController().signal, queries)
  expect(found).toEqual([{ value: "NL", label: "Holland", detail: "NL" }])
})

test("a search that was given up finds nothing", async () => {
  const given = new AbortController()
  given.abort()
  await expect(countrySource.find("", given.signal, stores())).rejects.toThrow("abort")
})

let companies = 0

/** The stores of a company that no other test has. */
function stores() {
  answering()
  const queries = createQueries()
  companies += 1
  openStores(queries, `co${companies}`)
  return queries
}

/** The codes that the service finds, by what is typed. */
function answering(found: Readonly<Record<string, readonly string[]>> = {}) {
  const rows = (codes: readonly string[]) =>
    codes.flatMap((code) => COUNTRIES.filter(({ alpha2 }) => alpha2 === code))
  const searches = Object.entries(found).map(([typed, codes]) => [
    searchPath(typed),
    { body: { data: rows(codes) } },
  ])
  return fakeServer({
    [REFERENCE.countries.path]: { body: { data: COUNTRIES } },
    ...Object.fromEntries(searches),
  })
}

function searchPath(typed: string): string {
  return `${REFERENCE.countries.path}&search=${typed}&page=1&pageSize=8&enabled=true`
}
