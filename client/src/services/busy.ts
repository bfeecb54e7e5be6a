/** Whether sign-in, registration or sign-out is under way; the loading overlay covers the page meanwhile. */
import { useSyncExternalStore } from "react"

import { createStore } from "#client/lib/store.ts"

const running = createStore(0)

/** Counts the work as under way until its promise settles. */
export async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  running.set(running.get() + 1)
  try {
    return await work()
  } finally {
    running.set(running.get() - 1)
  }
}

/** Leaves for another document; the page stays busy until it is gone. */
export function leaveFor(target: string, how: "assign" | "replace" = "assign"): void {
  running.set(running.get() + 1)
  if (how === "assign") location.assign(target)
  else location.replace(target)
}

/** Loads this page anew, for whoever the browser's session is of now. */
export function reloadPage(): void {
  running.set(running.get() + 1)
  location.reload()
}

export function isBusy(): boolean {
  return running.get() > 0
}

/** Always `false` on a server and while hydrating. */
export function useBusy(): boolean {
  return useSyncExternalStore(running.subscribe, isBusy, () => false)
}
