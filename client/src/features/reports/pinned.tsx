/**
 * Reports that the user pinned, each with its answer. What draws them is fetched after the page: their results are the
 * user's own and are read, or run, when the page is there.
 */
import { useNeed } from "#client/services/page.tsx"
import { onDemand } from "#client/ui/on-demand.tsx"

import type { Report } from "./report-data.ts"

const Card = onDemand(async () => (await import("./pinned-card.tsx")).PinnedCard)

/** Nothing without pinned reports, and for those who may see none. Reads the need `pinned`. */
export function PinnedReports() {
  const pinned = useNeed<readonly Report[]>("pinned")
  if (pinned.status !== "ready" || pinned.data.length === 0) return null
  return (
    <div className="rp-pinned">
      {pinned.data.map((report) => (
        <Card key={report._id} report={report} />
      ))}
    </div>
  )
}
