import { useQuery } from "@tanstack/react-query"
import { Link } from "react-router"

import { unreachable } from "#client/lib/problem.ts"
import { paths } from "#client/paths.ts"
import { useLook } from "#client/records/use-look.ts"
import { needQuery } from "#client/services/needs.ts"
import { REPORTS, type ReportResult } from "#client/services/reports.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { Card } from "#client/ui/card.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { Skeleton } from "#client/ui/skeleton.tsx"

import { Freshness } from "./freshness.tsx"
import type { Report } from "./report-data.ts"
import { ResultSummary } from "./result-view.tsx"
import { useAnswer } from "./use-answer.ts"

/** On a dashboard an answer of the last ten minutes does. */
const FRESH_MS = 10 * 60_000

/** A report in small: its chart, or its first rows. */
export function PinnedCard({ report }: { report: Report }) {
  const look = useLook()
  const { t } = look
  const query = useQuery(needQuery<ReportResult>(`${REPORTS}/${report._id}/result`))
  const { result, problem, isRunning, run } = useAnswer({
    reportId: report._id,
    latest: answered(query),
    freshMs: FRESH_MS,
  })
  return (
    <Card
      aside={<Link to={paths.report(report._id)}>{t("Open")}</Link>}
      id={`pinned-${report._id}`}
      title={report.name}
    >
      {problem !== null ? (
        <ErrorPanel onRetry={run} problem={problem} title={t("Couldn't run the report.")} />
      ) : result === null ? (
        <Skeleton />
      ) : (
        <div className="rp-small">
          <ResultSummary look={look} result={result} title={report.name} />
        </div>
      )}
      <Freshness isRunning={isRunning} result={result} />
    </Card>
  )
}

function answered({
  data,
  error,
}: {
  data: { data: ReportResult } | undefined
  error: Error | null
}) {
  if (data !== undefined) return { status: "ready" as const, data: data.data }
  if (error === null) return { status: "pending" as const }
  const problem = error instanceof RequestFailed ? error.problem : unreachable()
  return { status: "failed" as const, problem }
}
