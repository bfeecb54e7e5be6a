// @vitest-environment node
import { expect, test } from "vitest"

import { manifestRoutes } from "./manifest.ts"

test("each route carries every key, and functions become the files they load", () => {
  const entry = {
    id: "a",
    path: "/a",
    auth: "required",
    module: async () => ({ Component: () => null }),
  }
  expect(manifestRoutes([{ ...entry, auth: "required" }])).toEqual([
    {
      id: "a",
      path: "/a",
      index: false,
      caseSensitive: false,
      auth: "required",
      title: null,
      status: 200,
      redirect: null,
      needs: {},
      module: "client/src/routes/a.tsx",
      children: [],
    },
  ])
})

test("the manifest of the product is plain JSON in the order of the list", () => {
  const list = manifestRoutes()
  expect(JSON.parse(JSON.stringify(list))).toEqual(list)
  expect(list.map(({ id }) => id)).toEqual(["root"])
})
