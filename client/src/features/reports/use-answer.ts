import { useEffect, useState } from "react"

import { type Problem, unreachable } from "#client/lib/problem.ts"
import { useRights } from "#client/records/rights.ts"
import { type Need, usePostedForm, useVisit } from "#client/services/page.tsx"
import { forgetRecords } from "#client/services/records.ts"
import { REPORTS, type ReportResult, runReport } from "#client/services/reports.ts"
import { RequestFailed } from "#client/services/request-failed.ts"

export interface Answer {
  /** The latest that is known; `null` while nothing is. */
  result: ReportResult | null
  problem: Problem | null
  isRunning: boolean
  run: () => void
}

interface Asked {
  reportId: string
  /** What it gives as far as that was asked. */
  latest: Pick<Need<ReportResult>, "status"> & { data?: ReportResult; problem?: Problem }
  /** An older result is refreshed beside what it shows. */
  freshMs: number
}

/** What a report gives: what is known at once, and a new run beside it where that is older than wanted. */
export function useAnswer({ reportId, latest, freshMs }: Asked): Answer {
  const { queries } = useVisit()
  // A run without script that was refused.
  const posted = usePostedForm()?.problem ?? null
  const mayRun = useRights("report")("run") === null
  const [fresh, setFresh] = useState<ReportResult | null>(null)
  const [failure, setFailure] = useState<Problem | null>(null)
  const [isRunning, setRunning] = useState(false)
  const run = async () => {
    if (isRunning) return
    setRunning(true)
    try {
      setFresh(await runReport(reportId))
      setFailure(null)
    } catch (error) {
      setFailure(error instanceof RequestFailed ? error.problem : unreachable())
    }
    setRunning(false)
    await forgetRecords(queries, REPORTS)
  }
  const isKnown = latest.data !== undefined
  useEffect(() => {
    if (latest.data === undefined || !mayRun) return
    if (Date.now() - Date.parse(latest.data.at) > freshMs) void run()
    // Once for what was there at first: each run renews the latest result.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isKnown, mayRun])
  const result = fresh ?? latest.data ?? null
  const refusal = result === null && mayRun ? (latest.problem ?? null) : null
  return {
    result,
    problem: failure ?? (fresh === null ? posted : null) ?? refusal,
    isRunning,
    run: () => void run(),
  }
}
