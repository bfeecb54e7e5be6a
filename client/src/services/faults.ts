/**
 * What fails in a handler, nobody sees: the page stands still. It is told, with a way to report it; what was typed stays.
 * A request that failed is told by whoever sent it, and a part that cannot be drawn by its boundary. The server hears of each.
 */
import { msg } from "#client/lib/words.ts"

import { RequestFailed } from "./request-failed.ts"
import { toast } from "./toasts.ts"

const FAILED = msg("Something on this page failed. What you typed is still here. Try again.")

/** Where the server takes them. */
const PATH = "/fault-report"
/** What fails in a circle is heard of often enough. */
const REPORTS = 10
const STACK = 4000

let sent = 0

/** Tells the server what failed, on which screen of which release. */
export async function sendFault(error: unknown, route: string): Promise<void> {
  if (!isFault(error) || sent === REPORTS) return
  sent += 1
  const { message, stack = "" } = error
  const { release } = document.documentElement.dataset
  const body = JSON.stringify({ message, stack: stack.slice(0, STACK), route, release })
  const headers = { "Content-Type": "application/json" }
  try {
    await fetch(PATH, { method: "POST", body, headers, keepalive: true })
  } catch {
    // Without a network, or without a server, there is nobody to tell.
  }
}

/** Starts to listen; `report` leads to where people report a failure, where there is such a place. */
export function tellFaults(report: () => (() => void) | null, routeNow: () => string): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const tell = (error: unknown) => {
    if (!isFault(error)) return
    void sendFault(error, routeNow())
    const run = report()
    if (run === null) toast.error(FAILED)
    else toast.ask(FAILED, { label: msg("Report this"), run })
  }
  window.addEventListener("error", ({ error }) => tell(error), { signal })
  window.addEventListener("unhandledrejection", ({ reason }) => tell(reason), { signal })
  return () => stop.abort()
}

function isFault(error: unknown): error is Error {
  return error instanceof Error && !(error instanceof RequestFailed) && error.name !== "AbortError"
}
