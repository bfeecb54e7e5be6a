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
  const ask = vi.spyOn(toast, "ask").mockReturnValue(1)
  const error = vi.spyOn(toast, "error").mockReturnValue(2)
  let report: (() => void) | null = vi.fn<() => void>()
  stop = tellFaults(() => report)
  fail(new TypeError("null has no data"))
  expect(ask).toHaveBeenCalledOnce()
  report = null
  fail(new TypeError("null has no data"))
  expect(error).toHaveBeenCalledOnce()
})

test("what was told already, or given up, is not told again", () => {
  const error = vi.spyOn(toast, "error").mockReturnValue(1)
  stop = tellFaults(() => null)
  fail(new RequestFailed(unreachable()))
  fail(new DOMException("given up", "AbortError"))
  fail(null)
  expect(error).not.toHaveBeenCalled()
})
