// @vitest-environment node
import { readdir } from "node:fs/promises"

import { expect, test } from "vitest"

import { FRAMES } from "#client/router.tsx"
import { type RouteEntry, routes } from "#client/routes.tsx"

const all = routes.flatMap(withDescendants)

test("ids are unique, and each module but the frames is the file that the manifest names", async () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  const files = await readdir(new URL("src/routes/", import.meta.url))
  const drawn = all.filter(({ module }) => module !== undefined)
  const modules = new Set(drawn.map(({ id, file }) => `${file ?? id}.tsx`))
  for (const frame of Object.keys(FRAMES)) {
    expect(all.map(({ id }) => id)).toContain(frame)
    expect(modules).not.toContain(`${frame}.tsx`)
    modules.add(`${frame}.tsx`)
  }
  expect([...modules].toSorted()).toEqual(
    files.filter((name) => !name.includes(".test.")).toSorted(),
  )
  const loaded = await Promise.all(all.map(async ({ module }) => module?.()))
  expect(loaded.filter((module) => module !== undefined && !("Component" in module))).toEqual([])
})

test("every route that can be opened says who may, and every screen has a title", () => {
  const targets = all.filter(({ path, index }) => path !== undefined || index === true)
  expect(targets.filter(({ auth }) => auth === undefined)).toEqual([])
  const screens = targets.filter(({ redirect }) => redirect === undefined)
  expect(screens.filter(({ title }) => title === undefined)).toEqual([])
})

test("a need key means one request only, whichever branch of the tree declares it", () => {
  for (const branch of branchesOf(routes)) {
    const keys = branch.flatMap(({ needs }) => Object.keys(needs ?? {}))
    expect(new Set(keys).size).toBe(keys.length)
  }
})

test("unknown addresses have a screen", () => {
  expect(all.find(({ path }) => path === "*")).toMatchObject({ auth: "required", status: 404 })
})

function withDescendants(entry: RouteEntry): RouteEntry[] {
  return [entry, ...(entry.children ?? []).flatMap(withDescendants)]
}

function branchesOf(list: readonly RouteEntry[]): RouteEntry[][] {
  return list.flatMap((entry) => [
    [entry],
    ...branchesOf(entry.children ?? []).map((branch) => [entry].concat(branch)),
  ])
}
