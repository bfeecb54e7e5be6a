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
        title={t("Couldn't verify the audit history.")}
      />
    )
  }
  if (need.status === "pending") {
    return (
      <Card aria-busy="true" id="verdict" title={t("Verifying every entry")}>
        <Skeleton width="half" />
      </Card>
    )
  }
  const { isWhole, entries, brokenAt, head, checkedAt } = need.data
  return (
    <Card id="verdict" title={isWhole ? t("No tampering found") : t("Tampering found")}>
      <div className={isWhole ? "au-verdict au-whole" : "au-verdict au-broken"}>
        <Icon height="32" name={isWhole ? "shield" : "warning"} width="32" />
        <p>
          {isWhole
            ? t.count(
                entries,
                "{count} entry matches the hash of the entry before it.",
                "All {count} entries match the hash of the entry before them.",
              )
            : t(
                "Entry {number} does not match the hash of the entry before it. It or an earlier entry was changed or removed outside Waybill.",
                { number: brokenAt ?? entries + 1 },
              )}
        </p>
      </div>
      <Facts>
        <Fact name={t("Verified on")}>
          <Instant dateTime={checkedAt}>{formatDateTime(checkedAt, style)}</Instant>
        </Fact>
        <Fact name={t("Verified entries")}>{t("{count}", { count: entries })}</Fact>
        <Fact name={t("Hash of the last entry")} wide>
          {head === "" ? null : <bdi className="au-hash">{head}</bdi>}
        </Fact>
      </Facts>
      <p className="au-note">
        {t(
          "Store the entry number and hash elsewhere. Comparing them later is the only way to notice that entries at the end were removed.",
        )}
      </p>
    </Card>
  )
}
