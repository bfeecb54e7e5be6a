import { formatDateTime } from "#client/lib/format/date.ts"
import { relativePhrase } from "#client/lib/format/relative.ts"
import { useLook } from "#client/records/use-look.ts"
import { usePage } from "#client/services/page.tsx"
import type { ReportResult } from "#client/services/reports.ts"
import { useNow } from "#client/services/use-now.ts"
import { Time } from "#client/ui/time.tsx"

interface FreshnessProps {
  result: ReportResult | null
  isRunning: boolean
}

/** As of when a result is, and whether a newer one is on its way. */
export function Freshness({ result, isRunning }: FreshnessProps) {
  const { t, style } = useLook()
  const { env } = usePage()
  const now = useNow(env.now)
  return (
    <p aria-live="polite" className="rp-fresh">
      {result === null ? null : (
        <>
          {t("Updated")}{" "}
          <Time
            exact={formatDateTime(result.at, style)}
            instant={result.at}
            relative={t.phrase(relativePhrase(result.at, Math.max(now, Date.parse(result.at))))}
          />
        </>
      )}
      {isRunning ? ` ${t("Refreshing…")}` : null}
    </p>
  )
}
