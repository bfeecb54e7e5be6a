import { useQuery } from "@tanstack/react-query"

import { unreachable } from "#client/lib/problem.ts"
import { msg } from "#client/lib/words.ts"
import { Dash, moment } from "#client/records/cells.tsx"
import { useLook } from "#client/records/use-look.ts"
import { needQuery } from "#client/services/needs.ts"
import { type ReportDelivery, deliveriesOf } from "#client/services/reports.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { Skeleton } from "#client/ui/skeleton.tsx"
import { Tag, type TagTone } from "#client/ui/tag.tsx"

const STATUSES: Readonly<Record<string, { label: string; tone: TagTone }>> = {
  sent: { label: msg("Mailed"), tone: "ok" },
  empty: { label: msg("Without rows"), tone: "plain" },
  refused: { label: msg("Refused"), tone: "warning" },
  failed: { label: msg("Failed"), tone: "danger" },
}

/** Why somebody was sent nothing, as the service says it. */
const DETAILS: ReadonlySet<string> = new Set([
  msg("The account is not active."),
  msg("Has no access to this report."),
  msg("Has no permission to export this data."),
  msg("The report uses fields that no longer exist."),
  msg(
    "The recipient's address is suppressed. An administrator can allow it under Company profile.",
  ),
  msg("The file is too large to send by e-mail. Narrow down the report."),
])

/** What each recipient was sent, or why not, the newest first. */
export function DeliveriesList({ reportId }: { reportId: string }) {
  const look = useLook()
  const { t } = look
  const query = useQuery(needQuery<readonly ReportDelivery[]>(deliveriesOf(reportId)))
  if (query.data === undefined) {
    if (query.error === null) return <Skeleton />
    const { error } = query
    return (
      <ErrorPanel
        onRetry={() => void query.refetch()}
        problem={error instanceof RequestFailed ? error.problem : unreachable()}
        title={t("Couldn't load the deliveries.")}
      />
    )
  }
  const deliveries = query.data.data
  if (deliveries.length === 0) {
    return <p className="rc-muted">{t("Each delivery is listed here.")}</p>
  }
  return (
    <ol className="rp-deliveries-list">
      {deliveries.map((delivery) => (
        <Delivery delivery={delivery} key={`${delivery.at} ${delivery.user.id}`} />
      ))}
    </ol>
  )
}

function Delivery({ delivery }: { delivery: ReportDelivery }) {
  const look = useLook()
  const { t } = look
  const { at, user, status, rows, detail } = delivery
  const { label, tone } = STATUSES[status] ?? { label: status, tone: "plain" as const }
  return (
    <li>
      <b>{user.name === "" ? <Dash /> : <bdi>{user.name}</bdi>}</b>
      {moment(at, look)}
      <Tag tone={tone}>{t(label)}</Tag>
      {status === "sent" ? (
        <span className="rc-muted">{t.count(rows, "{count} row", "{count} rows")}</span>
      ) : null}
      {detail === null ? null : <p>{DETAILS.has(detail) ? t(detail) : detail}</p>}
    </li>
  )
}
