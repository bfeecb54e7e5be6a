import { afterEach, beforeEach, expect, test, vi } from "vitest"

import type { databaseAt } from "#client/services/realtime.ts"

import { type Watcher, watchUnread } from "./inbox.ts"

type Listen = (place: unknown, heard: (snapshot: object) => void) => () => void

/** What of the SDK an inbox uses. */
const sdk = vi.hoisted(() => ({
  get: vi.fn<() => Promise<{ size: number }>>(),
  limitToFirst: vi.fn<(count: number) => void>(),
  onChildAdded: vi.fn<Listen>(),
  onChildChanged: vi.fn<Listen>(),
  onValue: vi.fn<Listen>(),
  orderByChild: vi.fn<(path: string) => void>(),
  query: vi.fn<() => void>(),
  ref: vi.fn<(database: unknown, path: string) => string>(),
  startAt: vi.fn<(value: string) => void>(),
}))
// oxlint-disable-next-line vitest/prefer-import-in-mock -- it is a part of the SDK, in types of its own
vi.mock("firebase/database", () => sdk)
vi.mock(import("#client/services/realtime.ts"), () => ({ databaseAt: vi.fn<typeof databaseAt>() }))

const INBOX = "c1/general-notification/u1"
const heard = vi.fn<Watcher["heard"]>()
const unlisten = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers()
  sdk.get.mockResolvedValue({ size: 3 })
  sdk.ref.mockImplementation((_, path) => path)
  for (const listen of [sdk.onChildAdded, sdk.onChildChanged, sdk.onValue]) {
    listen.mockReturnValue(unlisten)
  }
})
afterEach(() => {
  vi.clearAllMocks()
  vi.useRealTimers()
})

test("what is new is counted by its status, from 'new' on, ten at most", () => {
  watch()
  expect(sdk.orderByChild).toHaveBeenCalledExactlyOnceWith("status")
  expect(sdk.startAt).toHaveBeenCalledExactlyOnceWith("new")
  expect(sdk.limitToFirst).toHaveBeenCalledExactlyOnceWith(10)
})

test.each(["onChildAdded", "onChildChanged"] as const)(
  "%s of the inbox has it counted again",
  async (listen) => {
    watch()
    const [place, listener] = sdk[listen].mock.calls[0] ?? []
    expect(place).toBe(INBOX)
    listener?.({ child: () => ({ val: () => null }) })
    await vi.advanceTimersByTimeAsync(50)
    expect(sdk.get).toHaveBeenCalledOnce()
    expect(heard).toHaveBeenCalledExactlyOnceWith(3)
  },
)

test("nothing is heard after the end", async () => {
  const stop = watch()
  sdk.onChildChanged.mock.calls[0]?.[1]({})
  stop()
  await vi.advanceTimersByTimeAsync(50)
  expect(heard).not.toHaveBeenCalled()
  expect(unlisten).toHaveBeenCalledTimes(3)
})

function ignore() {}

function watch() {
  const watcher = { since: 0, heard, accessChanged: ignore, dropped: ignore, lost: ignore }
  // @ts-expect-error -- the database behind it is a fake
  return watchUnread({}, INBOX, watcher)
}
