import { useEffect, useState } from "react"

import type { Problem } from "#client/lib/problem.ts"
import { unreachable, reasonOf } from "#client/lib/problem.ts"
import { ActionButton } from "#client/records/action-button.tsx"
import type { CustomControlProps } from "#client/records/fields.ts"
import { useRights } from "#client/records/rights.ts"
import { useLook } from "#client/records/use-look.ts"
import { previewReport } from "#client/services/reports.ts"
import type { ReportResult } from "#client/services/reports.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { onDemand } from "#client/ui/on-demand.tsx"

const ResultView = onDemand(async () => (await import("./result-view.tsx")).ResultView)

/** How many rows are looked at while a report is made. */
const ROWS = 20
/** After the last change. */
const PAUSE_MS = 500

const MEMBERS = ["dataset", "columns", "filters", "groupBy", "chart", "totals"] as const

type State =
  | { status: "none" }
  | { status: "ready"; result: ReportResult }
  | { status: "refused"; problem: Problem }

/** The first rows of the report as it stands, again after each change; it changes nothing itself. */
export function PreviewField({ id, values }: CustomControlProps) {
  const look = useLook()
  const { t } = look
  const whyNot = useRights("report")("run")
  const [isWanted, setWanted] = useState(false)
  const [state, setState] = useState<State>({ status: "none" })
  const sketch = JSON.stringify(Object.fromEntries(MEMBERS.map((name) => [name, values[name]])))
  useEffect(() => {
    if (!isWanted) return undefined
    const controller = new AbortController()
    const show = async () => {
      const next = await preview(sketch, controller.signal)
      if (!controller.signal.aborted) setState(next)
    }
    const timer = setTimeout(() => void show(), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [isWanted, sketch])
  return (
    <div className="rp-editor" id={id} tabIndex={-1}>
      {isWanted ? null : (
        <ActionButton onClick={() => setWanted(true)} whyNot={whyNot}>
          {t.count(ROWS, "Show the first {count} row", "Show the first {count} rows")}
        </ActionButton>
      )}
      <div aria-live="polite">
        {isWanted && state.status === "none" ? t("One moment…") : null}
        {state.status === "refused" ? (
          <ErrorPanel
            detail={(state.problem.errors ?? []).map(({ detail }) => detail).join(" ")}
            title={t(reasonOf(state.problem))}
          />
        ) : null}
      </div>
      {state.status === "ready" ? (
        <ResultView look={look} result={state.result} title={t("First rows")} />
      ) : null}
    </div>
  )
}

async function preview(sketch: string, signal: AbortSignal): Promise<State> {
  try {
    const parsed: object = JSON.parse(sketch)
    const result = await previewReport({ ...parsed, name: "Preview", limit: ROWS }, signal)
    return { status: "ready", result }
  } catch (error) {
    const problem = error instanceof RequestFailed ? error.problem : unreachable()
    return { status: "refused", problem }
  }
}
