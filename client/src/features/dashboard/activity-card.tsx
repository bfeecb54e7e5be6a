import { type AuditRow, activityText } from "#client/lib/activity-text.ts"
import { RESULTS } from "#client/lib/deeds.ts"
import { formatDateTime } from "#client/lib/format/date.ts"
import type { DateStyle } from "#client/lib/format/date.ts"
import { relativePhrase } from "#client/lib/format/relative.ts"
import type { Need } from "#client/services/page.tsx"
import { Card } from "#client/ui/card.tsx"
import { EmptyState } from "#client/ui/empty-state.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { RouteLine, Stop } from "#client/ui/route-line.tsx"
import { Skeleton } from "#client/ui/skeleton.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"
import { Time } from "#client/ui/time.tsx"

interface ActivityProps {
  activity: Need<readonly AuditRow[]>
  style: DateStyle
  /** Milliseconds since the epoch. */
  now: number
}

/** What happened lately, newest first. */
export function ActivityCard(props: ActivityProps) {
  const t = useText()
  return (
    <Card id="activity" title={t("Recent activity")}>
      <Activity {...props} />
    </Card>
  )
}

function Activity({ activity, style, now }: ActivityProps) {
  const t = useText()
  if (activity.status === "pending") return <ActivitySkeleton />
  if (activity.status === "failed") {
    return (
      <ErrorPanel
        onRetry={activity.retry}
        problem={activity.problem}
        title={t("Couldn't load recent activity.")}
      />
    )
  }
  if (activity.data.length === 0) {
    return (
      <EmptyState icon="clock" title={t("No activity yet")}>
        <p>{t("Changes in your company will appear here.")}</p>
      </EmptyState>
    )
  }
  return (
    <RouteLine>
      {activity.data.map((row) => {
        const { text, actor, kind, label } = activityText(row)
        return (
          <Stop className="db-event" key={row._id} state="plain">
            <p>
              {t.nodes(text, {
                actor: <b>{t(actor)}</b>,
                kind: t(kind),
                label: (
                  <b>
                    <bdi>{label}</bdi>
                  </b>
                ),
              })}
              {row.result === "ok" ? null : (
                <>
                  {" "}
                  <Tag tone="danger">{t(RESULTS[row.result]?.text ?? row.result)}</Tag>
                </>
              )}
            </p>
            <p className="db-note">
              <Time
                exact={formatDateTime(row.at, style)}
                instant={row.at}
                relative={t.phrase(relativePhrase(row.at, now))}
              />
            </p>
          </Stop>
        )
      })}
    </RouteLine>
  )
}

const PLACES = ["a", "b", "c", "d", "e", "f", "g", "h"]

function ActivitySkeleton() {
  return (
    <RouteLine aria-busy="true">
      {PLACES.map((place) => (
        <Stop className="db-event" key={place} state="plain">
          <Skeleton width="half" />
          <Skeleton width="short" />
        </Stop>
      ))}
    </RouteLine>
  )
}
