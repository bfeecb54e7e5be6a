/**
 * Whether the server can be reached: what the browser says of the network, and whether requests are answered. A page counts
 * as online until the opposite is known, so the server's HTML and the first one in the browser are the same.
 */
import { useSyncExternalStore } from "react"

import { createStore } from "#client/lib/store.ts"

/** While nothing is answered, somebody asks this often. */
export const PROBE_MS = 10_000

const online = createStore(true)
let timer: ReturnType<typeof setTimeout> | undefined

export function isOnline(): boolean {
  return online.get()
}

/** Always `true` on a server and while hydrating. */
export function useOnline(): boolean {
  return useSyncExternalStore(online.subscribe, online.get, () => true)
}

/** A request was answered, whatever the answer. */
export function noteAnswer(): void {
  clearTimeout(timer)
  online.set(true)
}

/** A request found nobody. */
export function noteSilence(): void {
  online.set(false)
  clearTimeout(timer)
  timer = setTimeout(() => void probe(), PROBE_MS)
}

/** Follows the browser's word; the answer ends it. */
export function watchOnline(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  window.addEventListener("offline", noteSilence, { signal })
  window.addEventListener("online", () => void probe(), { signal })
  if (!navigator.onLine) noteSilence()
  signal.addEventListener("abort", () => clearTimeout(timer))
  return () => stop.abort()
}

/** Calls back whenever the server can be reached again; the answer ends it. */
export function onBackOnline(listener: () => void): () => void {
  return online.subscribe(() => {
    if (online.get()) listener()
  })
}

async function probe(): Promise<void> {
  try {
    await fetch("/healthz", { cache: "no-store" })
    noteAnswer()
  } catch {
    noteSilence()
  }
}
