import { useState } from "react"

import { labelIn } from "#client/lib/choices.ts"
import { formatDateTime } from "#client/lib/format/date.ts"
import type { Problem } from "#client/lib/problem.ts"
import { unreachable } from "#client/lib/problem.ts"
import { RecordFault } from "#client/records/record-fault.tsx"
import { useLook } from "#client/records/use-look.ts"
import { useNeed, useVisit } from "#client/services/page.tsx"
import { forgetRecords } from "#client/services/records.ts"
import { REPORTS, runReport } from "#client/services/reports.ts"
import type { ReportResult } from "#client/services/reports.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { Card } from "#client/ui/card.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { Fact, Facts } from "#client/ui/facts.tsx"
import { PageHeading } from "#client/ui/page-heading.tsx"
import { SkeletonCard } from "#client/ui/skeleton-card.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { Instant } from "#client/ui/time.tsx"

import { ReportActions } from "./report-actions.tsx"
import type { Report } from "./report-data.ts"
import { reports } from "./report-noun.tsx"
import { DATASETS, VISIBILITIES } from "./report-words.ts"
import { ResultView } from "./result-view.tsx"
import { ShareDialog } from "./share-dialog.tsx"

/** One report: what it is, how its last run went, and what a run gives now. Reads the need `record`. */
export function ReportPage() {
  const need = useNeed<Report>("record")
  if (need.status === "pending") return <SkeletonCard />
  if (need.status === "failed") {
    return <RecordFault noun={reports} problem={need.problem} retry={need.retry} />
  }
  return <StoredReport key={need.data._id} report={need.data} />
}

function StoredReport({ report }: { report: Report }) {
  const look = useLook()
  const { t } = look
  const { queries } = useVisit()
  const [result, setResult] = useState<ReportResult | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isRunning, setRunning] = useState(false)
  const run = async () => {
    if (isRunning) return
    setRunning(true)
    try {
      setResult(await runReport(report._id))
      setProblem(null)
    } catch (error) {
      setProblem(error instanceof RequestFailed ? error.problem : unreachable())
    }
    setRunning(false)
    await forgetRecords(queries, REPORTS)
  }
  return (
    <>
      <PageHeading
        aside={<ReportActions isRunning={isRunning} onRun={() => void run()} report={report} />}
        title={report.name}
      >
        <p>{report.description === "" ? t("Report") : report.description}</p>
      </PageHeading>
      <div className="rp-page">
        <Card id="about" title={t("What it is")}>
          <Facts>
            <Fact name={t("About")}>{t(labelIn(DATASETS, report.dataset))}</Fact>
            <Fact name={t("Seen by")}>{t(labelIn(VISIBILITIES, report.visibility))}</Fact>
            <Fact name={t("Last run")} wide>
              <LastRun report={report} />
            </Fact>
          </Facts>
        </Card>
        <div aria-busy={isRunning} aria-live="polite">
          {problem === null ? null : (
            <ErrorPanel
              onRetry={() => void run()}
              problem={problem}
              title={t("The report could not be run.")}
            />
          )}
        </div>
        {result === null ? null : <ResultView look={look} result={result} title={report.name} />}
      </div>
      <ShareDialog report={report} />
    </>
  )
}

function LastRun({ report: { lastRun } }: { report: Report }) {
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
