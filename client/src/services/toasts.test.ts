import { act, createElement, useEffect } from "react"
import { createRoot } from "react-dom/client"
import { afterEach, beforeEach, expect, test, vi } from "vitest"

import {
  ACTION_MS,
  TOAST_MS,
  type Toasts,
  actOnToast,
  dismissToast,
  holdToast,
  releaseToast,
  setToastsHidden,
  toast,
  useToasts,
} from "./toasts.ts"

let seen: Toasts = { shown: [], recent: [] }
let unmount: () => void

beforeEach(async () => {
  vi.useFakeTimers()
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const root = createRoot(document.createElement("div"))
  await act(async () => root.render(createElement(Watch)))
  unmount = () => root.unmount()
})
afterEach(async () => {
  await act(async () => {
    for (const { id } of seen.shown) dismissToast(id)
    setToastsHidden(false)
  })
  await act(async () => unmount())
  vi.useRealTimers()
})

test("a plain message leaves after three seconds and stays in the list", async () => {
  await act(async () => toast.success("Saved."))
  expect(texts()).toEqual(["Saved."])
  await pass(TOAST_MS - 1)
  expect(texts()).toEqual(["Saved."])
  await pass(1)
  expect(texts()).toEqual([])
  expect(seen.recent[0]).toMatchObject({ text: "Saved.", tone: "success" })
})

test("an error leaves after three seconds, too, and stays in the list", async () => {
  await act(async () => toast.error("Not saved."))
  await pass(TOAST_MS - 1)
  expect(texts()).toEqual(["Not saved."])
  await pass(1)
  expect(texts()).toEqual([])
  expect(seen.recent[0]).toMatchObject({ text: "Not saved.", tone: "error" })
})

test("an error with a button leaves after ten seconds", async () => {
  await act(async () => toast.ask("It failed.", { label: "Report this", run: () => {} }))
  await pass(ACTION_MS - 1)
  expect(texts()).toEqual(["It failed."])
  await pass(1)
  expect(texts()).toEqual([])
})

test("what nobody may have been there to read stays until it is closed", async () => {
  await act(async () => toast.stay("Not applied."))
  await pass(60 * 60 * 1000)
  expect(texts()).toEqual(["Not applied."])
  await act(async () => dismissToast(seen.shown[0]?.id ?? 0))
  expect(texts()).toEqual([])
})

test("holding a message stops its clock, and letting go lets it run on", async () => {
  await act(async () => toast.info("Copied."))
  const id = seen.shown[0]?.id ?? 0
  await pass(2000)
  holdToast(id, "pointer")
  await pass(10_000)
  expect(texts()).toEqual(["Copied."])
  releaseToast(id, "pointer")
  await pass(TOAST_MS - 2000 - 1)
  expect(texts()).toEqual(["Copied."])
  await pass(1)
  expect(texts()).toEqual([])
})

test("a message that lost the focus waits for the pointer to leave, too", async () => {
  await act(async () => toast.error("Not saved."))
  const id = seen.shown[0]?.id ?? 0
  holdToast(id, "pointer")
  holdToast(id, "focus")
  releaseToast(id, "focus")
  await pass(10_000)
  expect(texts()).toEqual(["Not saved."])
  releaseToast(id, "pointer")
  await pass(TOAST_MS)
  expect(texts()).toEqual([])
})

test("in a hidden tab all clocks stand still, also that of a message said meanwhile", async () => {
  await act(async () => toast.info("One."))
  setToastsHidden(true)
  await act(async () => toast.info("Two."))
  await pass(10_000)
  expect(texts()).toEqual(["One.", "Two."])
  setToastsHidden(false)
  await pass(TOAST_MS)
  expect(texts()).toEqual([])
})

test("the same message said again is shown once", async () => {
  await act(async () => toast.error("Offline."))
  await act(async () => toast.error("Offline."))
  expect(texts()).toEqual(["Offline."])
})

test("a way back is offered for ten seconds, and taken once", async () => {
  const undo = vi.fn<() => void>()
  await act(async () => toast.undo("Deleted.", undo))
  await pass(ACTION_MS - 1)
  expect(texts()).toEqual(["Deleted."])
  const id = seen.shown[0]?.id ?? 0
  await act(async () => actOnToast(id))
  await act(async () => actOnToast(id))
  expect(undo).toHaveBeenCalledOnce()
  expect(texts()).toEqual([])
})

test("a link to what was done is offered for ten seconds", async () => {
  await act(async () => toast.link("Contact created", { label: "View", href: "/contacts/1" }))
  await pass(ACTION_MS - 1)
  expect(seen.shown.map(({ action }) => action)).toEqual([{ label: "View", href: "/contacts/1" }])
  await act(async () => actOnToast(seen.shown[0]?.id ?? 0))
  expect(texts()).toEqual([])
})

test("a way back that fails is told", async () => {
  await act(async () =>
    toast.undo("Deleted.", async () => {
      throw new Error("no")
    }),
  )
  await act(async () => actOnToast(seen.shown[0]?.id ?? 0))
  expect(texts()).toEqual(["That did not work. Try again."])
})

test("a fourth message takes the place of the one that is missed least, which stays in the list", async () => {
  await act(async () => {
    toast.undo("Deleted.", () => {})
    toast.error("Not saved.")
    toast.info("Copied.")
    toast.error("Not sent.")
  })
  expect(texts()).toEqual(["Deleted.", "Not saved.", "Not sent."])
  await act(async () => toast.error("Not read."))
  expect(texts()).toEqual(["Deleted.", "Not sent.", "Not read."])
  expect(seen.recent.slice(0, 5).map(({ text }) => text)).toEqual([
    "Not read.",
    "Not sent.",
    "Copied.",
    "Not saved.",
    "Deleted.",
  ])
})

test("two deeds with the same words each keep their way back", async () => {
  await act(async () => {
    toast.undo("Deleted.", () => {})
    toast.undo("Deleted.", () => {})
  })
  expect(texts()).toEqual(["Deleted.", "Deleted."])
})

function Watch() {
  const toasts = useToasts()
  useEffect(() => {
    seen = toasts
  })
  return null
}

function texts() {
  return seen.shown.map(({ text }) => text)
}

async function pass(milliseconds: number): Promise<void> {
  await act(async () => vi.advanceTimersByTime(milliseconds))
}
