import { type ReactNode, act } from "react"
import { type Root, createRoot } from "react-dom/client"
import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { PAUSE_MS, noteUnsaved } from "#client/lib/typing.ts"

import { capsOf, isSingleKey, strokeOf } from "./keys.ts"
import { SEQUENCE_MS, listenForShortcuts } from "./listen.ts"
import {
  loadPreferences,
  moveKeys,
  preferences,
  resetPreferences,
  setSingleKeys,
} from "./preferences.ts"
import { shortcutsNow, useShortcut } from "./use-shortcut.ts"

const done = vi.fn<(what: string) => void>()
let stop = () => {}
let begun = Date.now()
let root: Root

beforeEach(async () => {
  // What another test typed was long ago.
  begun += 60_000
  vi.useFakeTimers({ now: begun })
  loadPreferences("u1")
  stop = listenForShortcuts()
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const container = document.createElement("div")
  document.body.replaceChildren(container)
  root = createRoot(container)
  await draw(<Screen />)
})
afterEach(async () => {
  await act(async () => root.unmount())
  stop()
  resetPreferences()
  localStorage.clear()
  done.mockReset()
  vi.useRealTimers()
})

function Screen({ canSave = true }: { canSave?: boolean }) {
  useShortcut("g d", "Dashboard", () => done("dashboard"), { where: "go" })
  useShortcut("j", "Next row", () => done("next"), { where: "list" })
  useShortcut("x", "Select", () => done("select"), { where: "list" })
  useShortcut("Shift+x", "Select range", () => done("range"), { where: "list" })
  useShortcut("Enter", "Open", () => done("open"), { where: "list" })
  useShortcut("?", "Help", () => done("help"))
  useShortcut("Mod+s", "Save", canSave ? () => done("save") : null, { where: "record" })
  return (
    <>
      <input aria-label="Name" />
      <input aria-label="Active" type="checkbox" />
      <button type="button">Press</button>
    </>
  )
}

const draw = (node: ReactNode) => act(async () => root.render(node))

function find(selector: string): Element {
  return document.querySelector(selector) ?? document.body
}

/** Presses one key after another; gives whether the browser still does its own with the last. */
function press(keys: string, init: KeyboardEventInit = {}, on: Element = document.body): boolean {
  const events = keys
    .split(" ")
    .map((key) => new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init }))
  for (const event of events) on.dispatchEvent(event)
  return events.at(-1)?.defaultPrevented === false
}

function heard(): string[] {
  return done.mock.calls.map(([what]) => what)
}

test("a key, a key with Shift, a sign and a sequence each do their own", () => {
  expect(press("j")).toBe(false)
  press("x")
  press("X", { shiftKey: true })
  press("?", { shiftKey: true })
  press("g d")
  expect(heard()).toEqual(["next", "select", "range", "help", "dashboard"])
  expect(press("q")).toBe(true)
})

test("a sequence waits, but not for ever, and another key in between is itself", () => {
  press("g")
  vi.advanceTimersByTime(SEQUENCE_MS)
  press("d")
  expect(heard()).toEqual([])
  press("g j")
  press("d")
  expect(heard()).toEqual(["next"])
})

test("while something is typed only keys with Ctrl do anything", () => {
  const input = find("input")
  press("j", {}, input)
  press("g d", {}, input)
  expect(press("s", { ctrlKey: true }, input)).toBe(false)
  press("j", {}, find('input[type="checkbox"]'))
  expect(heard()).toEqual(["save"])
  vi.advanceTimersByTime(PAUSE_MS)
  press("j", {}, find('input[type="checkbox"]'))
  expect(heard()).toEqual(["save", "next"])
})

test("single keys wait for a second after typing", () => {
  find("input").dispatchEvent(new Event("input", { bubbles: true }))
  vi.advanceTimersByTime(PAUSE_MS - 1)
  press("j")
  expect(heard()).toEqual([])
  vi.advanceTimersByTime(1)
  press("j")
  expect(heard()).toEqual(["next"])
})

test("single keys do nothing while typing is unsaved", () => {
  const save = noteUnsaved()
  press("j")
  press("s", { ctrlKey: true })
  expect(heard()).toEqual(["save"])
  save()
  press("j")
  expect(heard()).toEqual(["save", "next"])
})

test("Enter on a button is the button's", () => {
  press("Enter", {}, find("button"))
  expect(heard()).toEqual([])
  press("Enter")
  expect(heard()).toEqual(["open"])
})

test("a key that is held moves on, and saves once", () => {
  press("j", { repeat: true })
  press("s", { ctrlKey: true })
  press("s", { ctrlKey: true, repeat: true })
  expect(heard()).toEqual(["next", "save"])
})

test("single keys can be switched off, and those with Ctrl remain", () => {
  setSingleKeys(false)
  press("j")
  press("g d")
  press("s", { ctrlKey: true })
  expect(heard()).toEqual(["save"])
})

test("a key can be changed, is remembered for the user, and for nobody else", () => {
  moveKeys("Next row", "n")
  press("j")
  press("n")
  expect(heard()).toEqual(["next"])
  loadPreferences("u2")
  expect(preferences.get().moved).toEqual({})
  loadPreferences("u1")
  expect(preferences.get().moved).toEqual({ "Next row": "n" })
  moveKeys("Next row", null)
  press("j")
  expect(heard()).toEqual(["next", "next"])
})

test("what cannot be done is not listed", async () => {
  await draw(<Screen canSave={false} />)
  expect(shortcutsNow().map(({ label }) => label)).not.toContain("Save")
  press("s", { ctrlKey: true })
  expect(heard()).toEqual([])
})

test.each<[string, KeyboardEventInit, string | null]>([
  ["the system's own", { key: "s", metaKey: true }, null],
  ["a modifier alone", { key: "Control", ctrlKey: true }, null],
  ["Arabic on the key of j", { key: "ت", code: "KeyJ" }, "j"],
  ["a letter of the layout", { key: "ö", code: "Semicolon" }, "ö"],
  ["capitals by Caps Lock", { key: "J", code: "KeyJ" }, "j"],
  ["Shift with a named key", { key: "Enter", shiftKey: true }, "Shift+Enter"],
])("%s is read right", (_, init, stroke) => {
  expect(strokeOf(new KeyboardEvent("keydown", init), false)).toBe(stroke)
})

test("keys are shown as they stand on the keyboard", () => {
  expect(capsOf("Mod+s", false)).toEqual(["Ctrl", "S"])
  expect(capsOf("Mod+Shift+z", true)).toEqual(["⌘", "⇧", "Z"])
  expect(capsOf("?", false)).toEqual(["?"])
  expect([isSingleKey("g d"), isSingleKey("Mod+k"), isSingleKey("Shift+x")]).toEqual([
    true,
    false,
    true,
  ])
})
