import { afterEach, expect, test, vi } from "vitest"

import { unreachable } from "#client/lib/problem.ts"

import { tellFaults } from "./faults.ts"
import { RequestFailed } from "./request-failed.ts"
import { toast } from "./toasts.ts"

let stop = () => {}
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

const fail = (error: unknown) => window.dispatchEvent(new ErrorEvent("error", { error }))

test("a failure of a handler is told, and can be reported by who is signed in", () => {
  vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response())
  const ask = vi.spyOn(toast, "ask").mockReturnValue(1)
  const error = vi.spyOn(toast, "error").mockReturnValue(2)
  let report: (() => void) | null = vi.fn<() => void>()
  stop = tellFaults(
    () => report,
    () => "contact",
  )
  fail(new TypeError("null has no data"))
  expect(ask).toHaveBeenCalledOnce()
  report = null
  fail(new TypeError("null has no data"))
  expect(error).toHaveBeenCalledOnce()
})

test("what was told already, or given up, is not told again", () => {
  const error = vi.spyOn(toast, "error").mockReturnValue(1)
  const send = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response())
  stop = tellFaults(
    () => null,
    () => "",
  )
  fail(new RequestFailed(unreachable()))
  fail(new DOMException("given up", "AbortError"))
  fail(null)
  expect(error).not.toHaveBeenCalled()
  expect(send).not.toHaveBeenCalled()
})

test("the server hears of a failure with its screen, and not without end", () => {
  vi.spyOn(toast, "error").mockReturnValue(1)
  const send = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response())
  stop = tellFaults(
    () => null,
    () => "contact",
  )
  for (let time = 0; time < 30; time += 1) fail(new TypeError("null has no data"))
  const [path, init] = send.mock.calls[0] ?? []
  expect(path).toBe("/fault-report")
  expect(init?.body).toContain('"message":"null has no data"')
  expect(init?.body).toContain('"route":"contact"')
  expect(send.mock.calls.length).toBeLessThanOrEqual(10)
})
