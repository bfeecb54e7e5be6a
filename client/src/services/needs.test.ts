import { QueryObserver, focusManager } from "@tanstack/react-query"
import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { fakeServer, setToken, tokenFor } from "./fake-server.ts"
import { createQueries, needQuery } from "./needs.ts"

const URL = "/iam/api/v1/users"
const FIVE_MINUTES = 5 * 60 * 1000

beforeEach(() => {
  vi.useFakeTimers()
  setToken(tokenFor("ada"))
})
afterEach(() => {
  focusManager.setFocused(undefined)
  setToken(null)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test("an answer is fresh for five minutes, after which the next screen asks again", async () => {
  const asked = fakeServer({ [URL]: { body: { data: [] } } })
  const queries = createQueries()
  await queries.fetchQuery(needQuery(URL))
  await vi.advanceTimersByTimeAsync(FIVE_MINUTES - 1)
  await queries.fetchQuery(needQuery(URL))
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  await queries.fetchQuery(needQuery(URL))
  expect(asked).toHaveLength(2)
})

test("a window that gets the focus asks for nothing again, however old an answer is", async () => {
  const asked = fakeServer({ [URL]: { body: { data: [] } } })
  const queries = createQueries()
  queries.mount()
  const stop = new QueryObserver(queries, needQuery(URL)).subscribe(() => {})
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(2 * FIVE_MINUTES)
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toHaveLength(1)
  stop()
  queries.unmount()
})
