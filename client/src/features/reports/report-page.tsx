import { labelIn } from "#client/lib/choices.ts"
import { formatDateTime } from "#client/lib/format/date.ts"
import { DoneNote } from "#client/records/done-note.tsx"
import { RecordFault } from "#client/records/record-fault.tsx"
import { useLook } from "#client/records/use-look.ts"
import { useNeed } from "#client/services/page.tsx"
import type { ReportResult } from "#client/services/reports.ts"
import { useTitle } from "#client/services/title.ts"
import { Card } from "#client/ui/card.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { Fact, Facts } from "#client/ui/facts.tsx"
import { PageHeading } from "#client/ui/page-heading.tsx"
import { SkeletonCard } from "#client/ui/skeleton-card.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { Instant } from "#client/ui/time.tsx"

import { Freshness } from "./freshness.tsx"
import { ReportActions } from "./report-actions.tsx"
import type { Report } from "./report-data.ts"
import { reports } from "./report-noun.tsx"
import { DATASETS, VISIBILITIES } from "./report-words.ts"
import { ResultView } from "./result-view.tsx"
import { ScheduleCard } from "./schedule-card.tsx"
import { ScheduleDialog } from "./schedule-dialog.tsx"
import { ShareDialog } from "./share-dialog.tsx"
import { useAnswer } from "./use-answer.ts"

/** One report: what it gives, and what it is. Reads the needs `record` and `result`. */
export function ReportPage() {
  const need = useNeed<Report>("record")
  if (need.status === "pending") return <SkeletonCard />
  if (need.status === "failed") {
    return <RecordFault noun={reports} problem={need.problem} retry={need.retry} />
  }
  return <StoredReport key={need.data._id} report={need.data} />
}

/** What is older took long to make, and is made again beside it. */
const FRESH_MS = 90_000

function StoredReport({ report }: { report: Report }) {
  const look = useLook()
  const { t } = look
  useTitle(report.name)
  const latest = useNeed<ReportResult>("result")
  const answer = useAnswer({ reportId: report._id, latest, freshMs: FRESH_MS })
  const { result, problem, isRunning, run } = answer
  return (
    <>
      <PageHeading
        aside={<ReportActions isRunning={isRunning} onRun={run} report={report} />}
        title={report.name}
      >
        <p>{report.description === "" ? t("Report") : report.description}</p>
      </PageHeading>
      <div className="rp-page">
        <DoneNote />
        <div aria-live="polite">
          {problem === null ? null : (
            <ErrorPanel onRetry={run} problem={problem} title={t("Couldn't run the report.")} />
          )}
        </div>
        <Freshness isRunning={isRunning} result={result} />
        {result === null ? (
          isRunning || latest.status === "pending" ? (
            <SkeletonCard />
          ) : null
        ) : (
          <ResultView look={look} result={result} title={report.name} />
        )}
        <Card id="about" title={t("Details")}>
          <Facts>
            <Fact name={t("Data")}>{t(labelIn(DATASETS, report.dataset))}</Fact>
            <Fact name={t("Visible to")}>{t(labelIn(VISIBILITIES, report.visibility))}</Fact>
            <Fact name={t("Last run")} wide>
              <LastRun lastRun={lastRunOf(report, result)} />
            </Fact>
          </Facts>
        </Card>
        <ScheduleCard report={report} />
      </div>
      <ShareDialog report={report} />
      <ScheduleDialog report={report} />
    </>
  )
}

/** The run that is on the screen is later than the report knows. */
function lastRunOf({ lastRun }: Report, result: ReportResult | null): LastRunFacts | null {
  if (result === null) return lastRun
  if (lastRun !== null && Date.parse(result.at) < Date.parse(lastRun.at)) return lastRun
  const { at, ms, rows } = result
  return { at, ms, rows: rows.length, status: "ok", error: null }
}

type LastRunFacts = Pick<NonNullable<Report["lastRun"]>, "at" | "ms" | "rows" | "status" | "error">

function LastRun({ lastRun }: { lastRun: LastRunFacts | null }) {
  const { t, style } = useLook()
  if (lastRun === null) return t("Never")
  return (
    <>
      <Instant dateTime={lastRun.at}>{formatDateTime(lastRun.at, style)}</Instant>{" "}
      {lastRun.status === "ok" ? (
        t.count(lastRun.rows, "{count} row in {ms} ms", "{count} rows in {ms} ms", {
          ms: lastRun.ms,
        })
      ) : (
        <Tag tone="danger">{lastRun.error ?? t("Failed")}</Tag>
      )}
    </>
  )
}
