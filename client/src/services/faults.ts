/**
 * What fails in a handler, nobody sees: the page stands still. It is told, with a way to report it; what was typed stays.
 * A request that failed is told by whoever sent it, and a part that cannot be drawn by its boundary.
 */
import { msg } from "#client/lib/words.ts"

import { RequestFailed } from "./request-failed.ts"
import { toast } from "./toasts.ts"

const FAILED = msg(
  "That did not work: something in this page failed. What you typed is still here.",
)

/** Starts to listen; `report` leads to where a failure is reported, where there is such a place. */
export function tellFaults(report: () => (() => void) | null): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const tell = (error: unknown) => {
    if (!isFault(error)) return
    const run = report()
    if (run === null) toast.error(FAILED)
    else toast.ask(FAILED, { label: msg("Report this"), run })
  }
  window.addEventListener("error", ({ error }) => tell(error), { signal })
  window.addEventListener("unhandledrejection", ({ reason }) => tell(reason), { signal })
  return () => stop.abort()
}

function isFault(error: unknown): boolean {
  return error instanceof Error && !(error instanceof RequestFailed) && error.name !== "AbortError"
}
