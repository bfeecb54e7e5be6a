// @vitest-environment node
import ar from "client/words/ar.json"
import es from "client/words/es.json"
import { expect, test } from "vitest"

import { manifestRoutes } from "./manifest.ts"

const module = async () => ({ Component: () => null })

test("each route carries every key, and functions become the files they load", () => {
  const entry = {
    id: "a",
    path: "/a",
    auth: "required",
    module,
  }
  expect(manifestRoutes([{ ...entry, auth: "required" }])).toEqual([
    {
      id: "a",
      path: "/a",
      index: false,
      caseSensitive: false,
      auth: "required",
      title: null,
      titles: {},
      named: null,
      status: 200,
      redirect: null,
      needs: {},
      form: null,
      runs: null,
      module: "client/src/routes/a.tsx",
      children: [],
    },
  ])
})

test("routes that share a module name its file", () => {
  const list = manifestRoutes([
    { id: "airports", file: "ports", module },
    { id: "ports", module },
  ])
  expect(list.map((route) => route.module)).toEqual([
    "client/src/routes/ports.tsx",
    "client/src/routes/ports.tsx",
  ])
})

test("a title comes in every language that has a word for it", () => {
  const [known, unknown] = manifestRoutes([
    { id: "login", title: "Sign in" },
    { id: "other", title: "toString" },
  ])
  expect(known?.titles).toEqual({ es: es["Sign in"], ar: ar["Sign in"] })
  expect(unknown?.titles).toEqual({})
})

test("the manifest of the product is plain JSON in the order of the list", () => {
  const list = manifestRoutes()
  expect(JSON.parse(JSON.stringify(list))).toEqual(list)
  expect(list.map(({ id }) => id)).toEqual(["root"])
})
