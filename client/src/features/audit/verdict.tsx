import { formatDateTime } from "#client/lib/format/date.ts"
import type { DateStyle } from "#client/lib/format/date.ts"
import type { Need } from "#client/services/page.tsx"
import { Card } from "#client/ui/card.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { Fact, Facts } from "#client/ui/facts.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { Skeleton } from "#client/ui/skeleton.tsx"
import { useText } from "#client/ui/text.tsx"
import { Instant } from "#client/ui/time.tsx"

import type { Chain } from "./audit-data.ts"

/** What a walk along the whole trail has shown. */
export function Verdict({ need, style }: { need: Need<Chain>; style: DateStyle }) {
  const t = useText()
  if (need.status === "failed") {
    return (
      <ErrorPanel
        onRetry={need.retry}
        problem={need.problem}
        title={t("The audit history could not be checked.")}
      />
    )
  }
  if (need.status === "pending") {
    return (
      <Card aria-busy="true" id="verdict" title={t("Checking every entry")}>
        <Skeleton width="half" />
      </Card>
    )
  }
  const { isWhole, entries, brokenAt, head, checkedAt } = need.data
  return (
    <Card id="verdict" title={isWhole ? t("It is whole") : t("It was tampered with")}>
      <div className={isWhole ? "au-verdict au-whole" : "au-verdict au-broken"}>
        <Icon height="32" name={isWhole ? "shield" : "warning"} width="32" />
        <p>
          {isWhole
            ? t.count(
                entries,
                "{count} entry follows from the one before it.",
                "All {count} entries follow from the ones before them.",
              )
            : t(
                "Entry {number} does not follow from the one before it: it, or one before it, was changed or removed outside Waybill.",
                { number: brokenAt ?? entries + 1 },
              )}
        </p>
      </div>
      <Facts>
        <Fact name={t("Checked at")}>
          <Instant dateTime={checkedAt}>{formatDateTime(checkedAt, style)}</Instant>
        </Fact>
        <Fact name={t("Entries that follow")}>{t("{count}", { count: entries })}</Fact>
        <Fact name={t("Seal of the last of them")} wide>
          {head === "" ? null : <bdi className="au-hash">{head}</bdi>}
        </Fact>
      </Facts>
      <p className="au-note">
        {t(
          "Keep the number and the seal elsewhere: entries that were cut off at the end show only by comparing them later.",
        )}
      </p>
    </Card>
  )
}
