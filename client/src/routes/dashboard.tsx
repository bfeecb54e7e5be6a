import { ActivityCard } from "#client/features/dashboard/activity-card.tsx"
import { CompanyCard } from "#client/features/dashboard/company-card.tsx"
import type { Overview } from "#client/features/dashboard/dashboard-data.ts"
import { Greeting } from "#client/features/dashboard/greeting.tsx"
import { SetupCard } from "#client/features/dashboard/setup-card.tsx"
import { SubscriptionCard } from "#client/features/dashboard/subscription-card.tsx"
import { Tiles } from "#client/features/dashboard/tiles.tsx"
import { useNow } from "#client/features/dashboard/use-now.ts"
import type { AuditRow } from "#client/lib/activity-text.ts"
import { dateStyle } from "#client/lib/format/date.ts"
import { useNeed, usePage } from "#client/services/page.tsx"
import { Part } from "#client/ui/part.tsx"

export function Component() {
  const { session, env } = usePage()
  const overview = useNeed<Overview>("overview")
  const activity = useNeed<readonly AuditRow[]>("activity")
  const now = useNow(env.now)
  if (session === null) return null
  return (
    <>
      <Greeting now={now} session={session} timeZone={env.timeZone} />
      <div className="db-grid">
        <div className="db-column">
          <Part>
            <Tiles locale={env.locale} overview={overview} />
          </Part>
          <SetupCard
            overview={overview.status === "ready" ? overview.data : null}
            session={session}
          />
          <Part>
            <ActivityCard
              activity={activity}
              now={now}
              style={dateStyle(env.timeZone, session.user)}
            />
          </Part>
        </div>
        <div className="db-column">
          <CompanyCard now={now} session={session} />
          <SubscriptionCard now={now} session={session} />
        </div>
      </div>
    </>
  )
}
