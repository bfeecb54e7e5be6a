/**
 * Messages that pass by: plain ones leave after three seconds (specification 9), errors stay until closed.
 *
 * The clock stands still while a message is held (hover, focus) or the tab is hidden. What left stays in the list of
 * recent messages. Written to by event handlers only, so a server's isolate never holds one.
 */
import { useSyncExternalStore } from "react"

import { type Store, createStore } from "#client/lib/store.ts"

export type Tone = "success" | "info" | "error"

export interface Toast {
  id: number
  tone: Tone
  text: string
  /** Milliseconds since the epoch. */
  at: number
}

export interface Toasts {
  /** Shown now, oldest first. */
  shown: readonly Toast[]
  /** Everything said in this document, newest first, at most 50. */
  recent: readonly Toast[]
}

export const TOAST_MS = 3000
const KEPT = 50
const NONE: Toasts = { shown: [], recent: [] }

interface Clock {
  /** Milliseconds still to run. */
  left: number
  startedAt: number
  timer: ReturnType<typeof setTimeout> | null
}

const store: Store<Toasts> = createStore(NONE)
const clocks = new Map<number, Clock>()
const held = new Set<number>()
let lastId = 0
let hidden = false

export const toast = {
  success: (text: string) => show("success", text),
  info: (text: string) => show("info", text),
  error: (text: string) => show("error", text),
}

/** Closes one message; it stays in the list of recent ones. */
export function dismissToast(id: number): void {
  stop(id)
  clocks.delete(id)
  held.delete(id)
  const { shown, recent } = store.get()
  store.set({ shown: shown.filter((each) => each.id !== id), recent })
}

/** Stops a message's clock, while the pointer or the focus is on it. */
export function holdToast(id: number): void {
  held.add(id)
  stop(id)
}

/** Lets a held message's clock go on. */
export function releaseToast(id: number): void {
  held.delete(id)
  start(id)
}

/** Stops all clocks while the tab is hidden; the browser's entry calls it on each change. */
export function setToastsHidden(isHidden: boolean): void {
  hidden = isHidden
  for (const id of clocks.keys()) {
    if (isHidden) stop(id)
    else start(id)
  }
}

/** The messages shown and the recent ones; none on a server. */
export function useToasts(): Toasts {
  return useSyncExternalStore(store.subscribe, store.get, () => NONE)
}

function show(tone: Tone, text: string): number {
  const same = store.get().shown.find((each) => each.tone === tone && each.text === text)
  if (same !== undefined) dismissToast(same.id)
  lastId += 1
  const entry: Toast = { id: lastId, tone, text, at: Date.now() }
  const { shown, recent } = store.get()
  store.set({ shown: [...shown, entry], recent: [entry, ...recent].slice(0, KEPT) })
  if (tone !== "error") {
    clocks.set(entry.id, { left: TOAST_MS, startedAt: 0, timer: null })
    start(entry.id)
  }
  return entry.id
}

function start(id: number): void {
  const clock = clocks.get(id)
  if (clock === undefined || clock.timer !== null || hidden || held.has(id)) return
  clock.startedAt = Date.now()
  clock.timer = setTimeout(() => dismissToast(id), clock.left)
}

function stop(id: number): void {
  const clock = clocks.get(id)
  if (clock === undefined || clock.timer === null) return
  clearTimeout(clock.timer)
  clock.timer = null
  clock.left = Math.max(0, clock.left - (Date.now() - clock.startedAt))
}
