import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { inTurn } from "./turns.ts"

const kept = new Map<string, unknown>()
let isRefused = false

vi.mock("idb-keyval", () => ({
  createStore: () => ({}),
  // One transaction after the other, as the database has it.
  update: async (key: string, how: (old: unknown) => unknown) => {
    if (isRefused) throw new DOMException("The user keeps nothing.", "InvalidStateError")
    kept.set(key, how(kept.get(key)))
  },
}))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  kept.clear()
  isRefused = false
})

test("of two that ask at once the second begins when the first has ended", async () => {
  const seen: string[] = []
  const work = (who: string) => async () => {
    seen.push(`${who} begins`)
    await new Promise((resolve) => void setTimeout(resolve, 1000))
    seen.push(`${who} ends`)
    return who
  }
  const both = Promise.all([inTurn("job", "a", work("a")), inTurn("job", "b", work("b"))])
  const other = inTurn("other", "c", async () => "c")
  await expect(other).resolves.toBe("c")
  await vi.advanceTimersByTimeAsync(3000)
  await expect(both).resolves.toEqual(["a", "b"])
  expect(seen).toEqual(["a begins", "a ends", "b begins", "b ends"])
})

test("a task that fails gives its turn back", async () => {
  const failing = inTurn("job", "a", () => Promise.reject(new Error("no answer")))
  await expect(failing).rejects.toThrow("no answer")
  await expect(inTurn("job", "b", async () => "b")).resolves.toBe("b")
})

test("the turn of a tab that is gone ends", async () => {
  void inTurn("job", "gone", () => new Promise(() => {}))
  let answer = ""
  void inTurn("job", "b", async () => {
    answer = "b"
  })
  await vi.advanceTimersByTimeAsync(50_000)
  expect(answer).toBe("")
  await vi.advanceTimersByTimeAsync(15_000)
  expect(answer).toBe("b")
})

test("a browser that keeps nothing costs the turn, not the task", async () => {
  isRefused = true
  await expect(inTurn("job", "a", async () => "a")).resolves.toBe("a")
})
