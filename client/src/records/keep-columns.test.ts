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

test("changes before the page knows of the first are of one view, one after the other", async () => {
  const view = { body: { data: { _id: "v1" } } }
  const asked = fakeServer({ [VIEWS]: view, [`${VIEWS}/v1`]: view })
  const queries = new QueryClient()
  const change = (columns: string) =>
    keepColumns({ queries, list: "/contact/api/v1/contacts", kept: undefined, columns })
  await Promise.all([change("kind"), change("kind~150"), change("")])
  expect(asked).toMatchObject([
    { method: "POST", path: VIEWS, body: { query: "columns=kind" } },
    { method: "PATCH", path: `${VIEWS}/v1`, body: { query: "columns=kind%7E150" } },
    { method: "DELETE", path: `${VIEWS}/v1` },
  ])
})
