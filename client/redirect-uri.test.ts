// @vitest-environment node
/** The browser's redirect rule over the table that the server's runs too. */
import { readFile } from "node:fs/promises"

import { type RouteObject, matchRoutes } from "react-router"
import { expect, test } from "vitest"

import { acceptRedirectUri, redirectUri } from "#client/lib/redirect-uri.ts"

interface Corpus {
  origin: string
  rows: { id: string; value: string; keep: string | null; origin?: "none" }[]
  queries: { id: string; search: string; state: "absent" | "rejected" | "kept"; target?: string }[]
  families: { openers: string[]; targets: string[]; closers: string[] }
}

const corpus = await read<Corpus>("redirects.json")
const routes = await read<RouteObject[]>("routes.json")
const page = `${corpus.origin}/login`

test.each(corpus.rows)("$id: $value", ({ value, keep, origin }) => {
  const rule = { origin: origin === "none" ? null : corpus.origin, isPage }
  expect(acceptRedirectUri(value, rule)).toBe(keep)
})

test.each(corpus.queries)("$id: $search", ({ search, target = null }) => {
  expect(redirectUri(search, { origin: corpus.origin, isPage })).toBe(target)
})

test("nothing leaves the origin even if decoded twice more", () => {
  const kept = payloads().flatMap((payload) =>
    decodings(payload).flatMap((value) => {
      const target = acceptRedirectUri(value, { origin: corpus.origin, isPage: notGuest })
      return target === null ? [] : [target]
    }),
  )
  expect(kept.length).toBeGreaterThan(100)
  expect([...new Set(kept)].filter((target) => leavesIfDecoded(target))).toEqual([])
})

test("a value that is not well-formed is refused", () => {
  const rule = { origin: corpus.origin, isPage }
  expect(acceptRedirectUri("/dashboard?x=\uD800", rule)).toBeNull()
  expect(acceptRedirectUri("/dashboard?x=\uDC00\uD800", rule)).toBeNull()
})

function isPage(pathname: string): boolean {
  const id = matchRoutes(routes, pathname)?.at(-1)?.route.id
  return id !== undefined && !["login", "register", "unknown"].includes(id)
}

/** Laxer than the product: any pathname is a page, so that the other steps stand alone. */
function notGuest(pathname: string): boolean {
  return pathname !== "/login"
}

function leavesIfDecoded(target: string): boolean {
  return decodings(target).some((value) => {
    if (!URL.canParse(value, page)) return false
    const url = new URL(value, page)
    return url.origin !== corpus.origin || url.pathname.startsWith("//")
  })
}

/** The value itself, decoded, and decoded twice. */
function decodings(value: string): string[] {
  const once = decode(value)
  return [value, once, decode(once)]
}

function decode(value: string): string {
  const bytes = new URLSearchParams({ value }).toString().slice("value=".length)
  return new URLSearchParams(`value=${bytes.replaceAll("%25", "%")}`).get("value") ?? ""
}

function payloads(): string[] {
  const { openers, targets, closers } = corpus.families
  return openers.flatMap((opener) =>
    targets.flatMap((target) => closers.map((closer) => opener + target + closer)),
  )
}

async function read<T>(name: string): Promise<T> {
  const value: T = JSON.parse(
    await readFile(new URL(`../server/tests/data/${name}`, import.meta.url), "utf8"),
  )
  return value
}
