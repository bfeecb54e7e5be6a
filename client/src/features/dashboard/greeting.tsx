import { dateStyle, formatDate } from "#client/lib/format/date.ts"
import { wallClock } from "#client/lib/format/zone.ts"
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

/** Good day, and which day it is by the user's clock. */
export function Greeting({ session, timeZone, now }: GreetingProps) {
  const t = useText()
  const { user, company } = session
  const clock = wallClock(now, timeZone)
  return (
    <PageHeading title={t(greetingAt(clock.hour), { name: user.firstName })}>
      <p>
        {t(weekdayAt(clock), { date: formatDate(now, dateStyle(timeZone, user)) })} · {company.name}
      </p>
    </PageHeading>
  )
}
