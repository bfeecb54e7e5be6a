/** When mails leave that wait for the working hours of their recipients: which still wait, and the moment on two clocks. */
import { type DateStyle, formatClock, formatDate } from "#client/lib/format/date.ts"
import { shortWeekday } from "#client/lib/format/weekday.ts"
import { wallClock } from "#client/lib/format/zone.ts"
import type { Leaving, Message } from "#client/services/mail/letters.ts"

/** Before it, a day of the week is one day alone. */
const WEEK_MS = 6 * 24 * 60 * 60 * 1000

type Standing = Pick<Message, "leaving" | "state" | "results" | "scheduledAt">

interface TwoClocks {
  /** On the recipient's: `Tue 09:00`. */
  theirs: string
  /** Where that clock hangs. */
  place: string
  /** On the reader's, with the day where it is another one. */
  own: string
}

/** `from` is the instant from which it is looked at: of what lies far ahead, the date is told. */
export function twoClocks({ at, timezone }: Leaving, from: number, style: DateStyle): TwoClocks {
  const instant = Date.parse(at)
  const theirs = { ...style, timeZone: timezone }
  const day = ({ timeZone }: DateStyle) =>
    instant - from < WEEK_MS
      ? shortWeekday(wallClock(instant, timeZone), style.language)
      : formatDate(instant, { ...style, timeZone })
  const time = ({ timeZone }: DateStyle) => {
    const { hour, minute } = wallClock(instant, timeZone)
    return formatClock(hour * 60 + minute, style)
  }
  const isSameDay = formatDate(instant, theirs) === formatDate(instant, style)
  return {
    theirs: `${day(theirs)} ${time(theirs)}`,
    place: placeOf(timezone),
    own: isSameDay ? time(style) : `${day(style)} ${time(style)}`,
  }
}

/** The place that a zone is named after. */
export function placeOf(timezone: string): string {
  return (timezone.split("/").at(-1) ?? timezone).replaceAll("_", " ")
}

/** To whom mails of the message wait for working hours, the next one first. */
export function waitingOf({ leaving, state, results }: Standing): readonly Leaving[] {
  const queued = new Set(
    results.filter((result) => result.state === "queued").map(({ address }) => address),
  )
  const waits = ({ address }: Leaving) =>
    results.length === 0 ? state === "queued" : queued.has(address)
  return leaving.filter(waits).toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** Whether it waits for a moment, not only to be taken back. */
export function isWaiting(message: Standing): boolean {
  const { state, scheduledAt } = message
  if (state !== "queued") return false
  return scheduledAt !== null || waitingOf(message).some(({ atOnce }) => !atOnce)
}
