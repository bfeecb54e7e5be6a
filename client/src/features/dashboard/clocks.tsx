import { type DateStyle, dateStyle, formatClock } from "#client/lib/format/date.ts"
import { offsetLabel, wallClock } from "#client/lib/format/zone.ts"
import type { SessionView } from "#client/lib/session.ts"
import { Card } from "#client/ui/card.tsx"
import { useText } from "#client/ui/text.tsx"

import type { ClockOffice, Holiday } from "./dashboard-data.ts"
import { openingAt } from "./office-hours.ts"

interface ClocksProps {
  user: SessionView["user"]
  /** Zone of the user. */
  timeZone: string
  /** The head office first; empty for those who may not see them, and while they are not known. */
  offices: readonly ClockOffice[]
  /** Milliseconds since the epoch. */
  now: number
}

/** The user's clock, and whether each office of the company is open. */
export function ClocksCard({ user, timeZone, offices, now }: ClocksProps) {
  const t = useText()
  const isElsewhere = offices.every((office) => office.timezone !== timeZone)
  return (
    <Card id="clocks" title={offices.length === 0 ? t("Local time") : t("Offices")}>
      <ul className="db-clocks">
        {isElsewhere ? <Clock name={t("You")} now={now} style={dateStyle(timeZone, user)} /> : null}
        {offices.map(({ _id, name, timezone, hours, holidays }) => (
          <Clock
            key={_id}
            name={name}
            now={now}
            style={dateStyle(timezone, user)}
            {...(hours === undefined ? {} : { hours })}
            {...(holidays === undefined ? {} : { holidays })}
          />
        ))}
      </ul>
    </Card>
  )
}

interface ClockProps {
  name: string
  style: DateStyle
  now: number
  hours?: ClockOffice["hours"]
  holidays?: readonly Holiday[]
}

function Clock({ name, style, now, hours, holidays }: ClockProps) {
  const t = useText()
  const { hour, minute, offset } = wallClock(now, style.timeZone)
  const opening = openingAt(hours ?? {}, now, style, holidays)
  return (
    <li className="db-clock">
      <span className="db-clock-name">
        <bdi>{name}</bdi>
      </span>
      <span className="db-clock-time" suppressHydrationWarning>
        <bdi>{formatClock(hour * 60 + minute, style)}</bdi>
      </span>
      <span className="db-note" suppressHydrationWarning>
        {opening === null ? null : (
          <>
            <span className={opening.isOpen ? "db-open" : undefined}>
              {t(opening.text, {
                time: opening.time,
                day: opening.day,
                holiday: opening.holiday,
              })}
            </span>
            {" · "}
          </>
        )}
        <bdi>{style.timeZone.replaceAll("_", " ")}</bdi>
        {style.timeZone === offsetLabel(offset) ? null : ` · ${offsetLabel(offset)}`}
      </span>
    </li>
  )
}
