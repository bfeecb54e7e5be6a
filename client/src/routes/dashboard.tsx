import { ActivityCard } from "#client/features/dashboard/activity-card.tsx"
import { AttentionCard } from "#client/features/dashboard/attention-card.tsx"
import { ClocksCard } from "#client/features/dashboard/clocks.tsx"
import { CompanyCard } from "#client/features/dashboard/company-card.tsx"
import type {
  AttentionGroup,
  ClockOffice,
  Overview,
} from "#client/features/dashboard/dashboard-data.ts"
import { Greeting } from "#client/features/dashboard/greeting.tsx"
import { RecentCard } from "#client/features/dashboard/recent-card.tsx"
import { SetupCard } from "#client/features/dashboard/setup-card.tsx"
import { SubscriptionCard } from "#client/features/dashboard/subscription-card.tsx"
import { PinnedReports } from "#client/features/reports/pinned.tsx"
import type { AuditRow } from "#client/lib/activity-text.ts"
import { dateStyle } from "#client/lib/format/date.ts"
import { isHidden, useNeed, usePage } from "#client/services/page.tsx"
import { useNow } from "#client/services/use-now.ts"
import { Part } from "#client/ui/part.tsx"

export function Component() {
  const { session, env } = usePage()
  const overview = useNeed<Overview>("overview")
  const attention = useNeed<readonly AttentionGroup[]>("attention")
  const offices = useNeed<readonly ClockOffice[]>("offices")
  const activity = useNeed<readonly AuditRow[]>("activity")
  const now = useNow(env.now)
  if (session === null) return null
  const style = dateStyle(env.timeZone, session.user)
  return (
    <>
      <Greeting now={now} session={session} timeZone={env.timeZone} />
      <div className="db-grid">
        <div className="db-column">
          {isHidden(attention) ? null : (
            <Part>
              <AttentionCard
                attention={attention}
                now={now}
                style={style}
                userId={session.user._id}
              />
            </Part>
          )}
          <PinnedReports />
          <RecentCard userId={session.user._id} />
          {isHidden(activity) ? null : (
            <Part>
              <ActivityCard activity={activity} now={now} style={style} />
            </Part>
          )}
        </div>
        <div className="db-column">
          <Part>
            <ClocksCard
              now={now}
              offices={offices.status === "ready" ? offices.data : []}
              timeZone={env.timeZone}
              user={session.user}
            />
          </Part>
          <SetupCard
            overview={overview.status === "ready" ? overview.data : null}
            session={session}
          />
          <CompanyCard now={now} session={session} />
          <SubscriptionCard now={now} session={session} />
        </div>
      </div>
    </>
  )
}
