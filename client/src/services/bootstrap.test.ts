import { afterEach, beforeEach, expect, test, vi } from "vitest"

import type { OutsideEnv, OutsideScript } from "#client/lib/input.ts"

import { bootstrap } from "./bootstrap.ts"
import { PATHS, answering, pathsOf, storesOf } from "./fake-reference.ts"
import { setToken, tokenFor } from "./fake-server.ts"
import { REFERENCE, askStore, readStore } from "./reference.ts"
import { hasThirdPartyScripts, removeThirdPartyScripts } from "./third-party.ts"

const MAPS: OutsideEnv = { maps: true, scripts: [] }

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
  await bootstrap(storesOf("co1"), { maps: false, scripts: [] })
  expect(hasThirdPartyScripts()).toBe(false)
})

test.each([
  [
    "a key",
    { data: { pendoKey: "p&1" } },
    ["https://cdn.example/p%261.js", "https://chat.example/"],
  ],
  ["no key", { data: { pendoKey: "" } }, []],
  ["another service's answer", { data: null }, []],
])("off the production host, analytics and chat after %s", async (_, body, sources) => {
  answering({ [REFERENCE.analyticsKey.path]: { body } })
  await bootstrap(storesOf("co1"), { maps: false, scripts: scripts(true) })
  expect(addedSources()).toEqual(sources)
})

test("on the production host the chat needs no key, and the analytics none that its address does not name", async () => {
  answering({ [REFERENCE.analyticsKey.path]: { status: 503 } })
  const web: OutsideScript = { name: "web_analytics", src: "https://web.example/", needsKey: false }
  const all = [...scripts(false), web]
  await bootstrap(storesOf("co1"), { maps: false, scripts: all })
  expect(addedSources()).toEqual(["https://chat.example/", "https://web.example/"])
})

function scripts(needsKey: boolean): OutsideScript[] {
  return [
    { name: "analytics", src: "https://cdn.example/{key}.js", needsKey },
    { name: "chat", src: "https://chat.example/", needsKey },
  ]
}

function addedSources(): string[] {
  const added = document.querySelectorAll<HTMLScriptElement>("script[data-third-party]")
  return [...added].map(({ src }) => src)
}

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
