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
let silences = 0

export function isOnline(): boolean {
  return online.get()
}

/** Always `true` on a server and while hydrating. */
export function useOnline(): boolean {
  return useSyncExternalStore(online.subscribe, online.get, () => true)
}

/** How often nobody was found. A request passes this on to `noteAnswer`, which ignores answers to older requests. */
export function silencesSoFar(): number {
  return silences
}

/**
 * A request was answered, whatever the answer. This proves nothing if the request is older than the last silence, or if the answer
 * may come from the browser's cache.
 */
export function noteAnswer(asked = silences, headers?: Headers): void {
  if (asked < silences || headers?.get("Cache-Control")?.includes("max-age") === true) return
  clearTimeout(timer)
  online.set(true)
}

/** A request found nobody. */
export function noteSilence(): void {
  silences += 1
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
  const asked = silencesSoFar()
  try {
    await fetch("/healthz", { cache: "no-store" })
    noteAnswer(asked)
  } catch {
    noteSilence()
  }
}
