import { onBackOnline, watchOnline } from "#client/services/online.ts"
import type { Visit } from "#client/services/page.tsx"

/** Follows the network for this page: what failed without it is asked for again once it is back. The answer ends it. */
export function followNetwork({ queries }: Pick<Visit, "queries">): () => void {
  const stop = watchOnline()
  const deafen = onBackOnline(() => {
    void queries.refetchQueries({
      type: "active",
      predicate: ({ state }) => state.status === "error",
    })
  })
  return () => {
    stop()
    deafen()
  }
}
