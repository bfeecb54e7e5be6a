import { dateStyle, formatDate, formatTime } from "#client/lib/format/date.ts"
import { offsetLabel, wallClock } from "#client/lib/format/zone.ts"
import type { SessionView } from "#client/lib/session.ts"
import { PageHeading } from "#client/ui/page-heading.tsx"
import { useText } from "#client/ui/text.tsx"

import { greetingAt, weekdayAt } from "./greeting-words.ts"

interface GreetingProps {
  session: SessionView
  /** Zone of the user. */
  timeZone: string
  /** Milliseconds since the epoch. */
  now: number
}

/** Good day, and the clocks that matter: the user's, and the company's where it differs. */
export function Greeting({ session, timeZone, now }: GreetingProps) {
  const t = useText()
  const { user, company } = session
  const clock = wallClock(now, timeZone)
  const zones = [...new Set([timeZone, company.timezone ?? timeZone])]
  return (
    <PageHeading
      aside={
        <ul aria-label={t("Local time")} className="db-clocks">
          {zones.map((zone) => (
            <Clock key={zone} now={now} user={user} zone={zone} />
          ))}
        </ul>
      }
      title={t(greetingAt(clock.hour), { name: user.firstName })}
    >
      <p>
        {t(weekdayAt(clock), { date: formatDate(now, dateStyle(timeZone, user)) })} · {company.name}
      </p>
    </PageHeading>
  )
}

function Clock({ zone, now, user }: { zone: string; now: number; user: SessionView["user"] }) {
  const offset = offsetLabel(wallClock(now, zone).offset)
  const time = formatTime(now, dateStyle(zone, user)).slice(0, -offset.length - 1)
  return (
    <li className="db-clock">
      <span className="db-clock-time">{time}</span>
      <span className="db-clock-zone">
        {zone.replaceAll("_", " ")}
        {zone === offset ? "" : ` · ${offset}`}
      </span>
    </li>
  )
}
