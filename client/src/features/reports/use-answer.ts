import { useEffect, useState } from "react"

import { type Problem, unreachable } from "#client/lib/problem.ts"
import { useVisit } from "#client/services/page.tsx"
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
  /** What it gave before; `undefined` while that is not known. */
  latest: ReportResult | null | undefined
  /** An older result is refreshed beside what it shows. */
  freshMs: number
  mayRun: boolean
}

/** What a report gives: what it gave before at once, and a new run beside it where that is older than wanted. */
export function useAnswer({ reportId, latest, freshMs, mayRun }: Asked): Answer {
  const { queries } = useVisit()
  const [fresh, setFresh] = useState<ReportResult | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isRunning, setRunning] = useState(false)
  const run = async () => {
    if (isRunning) return
    setRunning(true)
    try {
      setFresh(await runReport(reportId))
      setProblem(null)
    } catch (error) {
      setProblem(error instanceof RequestFailed ? error.problem : unreachable())
    }
    setRunning(false)
    await forgetRecords(queries, REPORTS)
  }
  const isKnown = latest !== undefined
  useEffect(() => {
    if (!isKnown || !mayRun) return
    const age = latest === null ? Number.POSITIVE_INFINITY : Date.now() - Date.parse(latest.at)
    if (age > freshMs) void run()
    // Once for what was there at first: each run renews the latest result.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isKnown, mayRun])
  return { result: fresh ?? latest ?? null, problem, isRunning, run: () => void run() }
}
