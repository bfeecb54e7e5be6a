/**
 * Messages that pass by: they leave after three seconds (specification 9), those with a button after ten; what nobody may have
 * been there to read stays until closed. Three at most are shown; the others, and those that left, are in the list of recent messages.
 *
 *     toast.success(msg("Saved."))
 *     toast.success({ text: msg("E-mailed to {name}."), values: { name } })
 *     toast.undo({ count, one: msg("{count} port deleted."), many: msg("{count} ports deleted.") }, () => restore(ids))
 *
 * The clock stands still while a message is held (hover, focus) or the tab is hidden. Written to by event handlers only,
 * so a server's isolate never holds one.
 */
import { useSyncExternalStore } from "react"

import { type Store, createStore } from "#client/lib/store.ts"
import { type Phrase, msg } from "#client/lib/words.ts"

import { RequestFailed } from "./request-failed.ts"

export type Tone = "success" | "info" | "error"

export interface Toast {
  id: number
  tone: Tone
  /** Of the catalogue; translated where it is drawn. */
  text: Phrase
  action?: ToastAction
  /** Milliseconds since the epoch. */
  at: number
}

export type ToastAction = { label: Phrase } & (
  | {
      /** A failure is told in a message of its own. */
      run: () => void | Promise<unknown>
    }
  | {
      /** Where it leads. */
      href: string
    }
)

export interface Toasts {
  /** Shown now, oldest first, at most three. */
  shown: readonly Toast[]
  /** Everything said in this document, newest first, at most 50. */
  recent: readonly Toast[]
}

/** What is on a message while somebody reads it. */
export type Hold = "pointer" | "focus"

export const TOAST_MS = 3000
export const ACTION_MS = 10_000
const AT_MOST = 3
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
const held = new Map<number, Set<Hold>>()
let lastId = 0
let hidden = false

export const toast = {
  success: (text: Phrase) => show("success", text, TOAST_MS),
  info: (text: Phrase) => show("info", text, TOAST_MS),
  error: (text: Phrase) => show("error", text, TOAST_MS),
  /** Something was done, and for ten seconds a button takes it back. */
  undo: (text: Phrase, undo: () => void | Promise<unknown>) =>
    show("success", text, ACTION_MS, { label: msg("Undo"), run: undo }),
  /** Something was done, and for ten seconds a link leads to it. */
  link: (text: Phrase, action: ToastAction & { href: string }) =>
    show("success", text, ACTION_MS, action),
  /** Something went wrong, and for ten seconds a button offers what can be done about it. */
  ask: (text: Phrase, action: ToastAction) => show("error", text, ACTION_MS, action),
  /**
   * What was done long before failed, and no screen shows it. Whose it was may have left the desk since, so it stays until it is
   * closed.
   */
  stay: (text: Phrase, action?: ToastAction) => show("error", text, null, action),
  /** A failure, as the server or the connection says it. */
  failure: (error: unknown) =>
    toast.error(error instanceof RequestFailed ? error.message : DID_NOT_WORK),
}

const DID_NOT_WORK = msg("That did not work. Try again.")

/** Closes one message; it stays in the list of recent ones. */
export function dismissToast(id: number): void {
  stop(id)
  clocks.delete(id)
  held.delete(id)
  const { shown, recent } = store.get()
  store.set({ shown: shown.filter((each) => each.id !== id), recent })
}

/** Does what the message offers, once, and closes it; a link leads where it leads. */
export async function actOnToast(id: number): Promise<void> {
  const action = store.get().shown.find((each) => each.id === id)?.action
  dismissToast(id)
  try {
    if (action !== undefined && "run" in action) await action.run()
  } catch (error) {
    toast.failure(error)
  }
}

/** Stops a message's clock, while the pointer or the focus is on it. */
export function holdToast(id: number, by: Hold): void {
  held.set(id, (held.get(id) ?? new Set()).add(by))
  stop(id)
}

/** Lets a message's clock go on, unless the other one still holds it. */
export function releaseToast(id: number, by: Hold): void {
  const holds = held.get(id)
  holds?.delete(by)
  if (holds?.size === 0) held.delete(id)
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

/** Shows a message for so many milliseconds; with `null`, until it is closed. */
function show(tone: Tone, text: Phrase, left: number | null, action?: ToastAction): number {
  const said = JSON.stringify(text)
  const same = store
    .get()
    .shown.find((each) => each.tone === tone && JSON.stringify(each.text) === said)
  // The same said twice is one message, but each of two deeds has its own way back.
  if (same !== undefined && action === undefined) dismissToast(same.id)
  lastId += 1
  const entry: Toast = {
    id: lastId,
    tone,
    text,
    at: Date.now(),
    ...(action === undefined ? {} : { action }),
  }
  const { shown, recent } = store.get()
  store.set({ shown: [...shown, entry], recent: [entry, ...recent].slice(0, KEPT) })
  if (shown.length >= AT_MOST) dismissToast(leastWanted(shown))
  if (left !== null) {
    clocks.set(entry.id, { left, startedAt: 0, timer: null })
    start(entry.id)
  }
  return entry.id
}

/** What makes room: the oldest that only tells, then the oldest failure, and a way back last. */
function leastWanted(shown: readonly Toast[]): number {
  const plain = shown.find(({ tone, action }) => tone !== "error" && action === undefined)
  const failure = shown.find(({ tone }) => tone === "error")
  return (plain ?? failure ?? shown[0])?.id ?? 0
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
