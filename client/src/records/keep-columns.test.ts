import { QueryClient } from "@tanstack/react-query"
import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { fakeServer, setToken, tokenFor } from "#client/services/fake-server.ts"

import { keepColumns } from "./keep-columns.ts"

const VIEWS = "/iam/api/v1/saved-views"

beforeEach(() => setToken(tokenFor("u1")))
afterEach(() => {
  setToken(null)
  vi.unstubAllGlobals()
})

const list = "/contact/api/v1/contacts"

test("a change that the page has not heard of yet is not made twice", async () => {
  const view = { body: { data: { _id: "v1" } } }
  const asked = fakeServer({ [VIEWS]: view, [`${VIEWS}/v1`]: view })
  const queries = new QueryClient()
  // A drag holds what its page showed when it began, however long ago the first change ended.
  await keepColumns({ queries, list: "/master/api/v1/ports", kept: undefined, columns: "kind" })
  await keepColumns({ queries, list: "/master/api/v1/ports", kept: undefined, columns: "kind~150" })
  expect(asked.map(({ method }) => method)).toEqual(["POST", "PATCH"])
})

test("changes before the page knows of the first are of one view, one after the other", async () => {
  const view = { body: { data: { _id: "v1" } } }
  const asked = fakeServer({ [VIEWS]: view, [`${VIEWS}/v1`]: view })
  const queries = new QueryClient()
  const change = (columns: string) => keepColumns({ queries, list, kept: undefined, columns })
  await Promise.all([change("kind"), change("kind~150"), change("")])
  expect(asked).toMatchObject([
    { method: "POST", path: VIEWS, body: { query: "columns=kind" } },
    { method: "PATCH", path: `${VIEWS}/v1`, body: { query: "columns=kind%7E150" } },
    { method: "DELETE", path: `${VIEWS}/v1` },
  ])
})
