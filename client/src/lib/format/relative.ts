/** How long ago, or in how long: against the `now` of the page, never the machine's clock. */
import { type Phrase, msg } from "#client/lib/words.ts"

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface Unit {
  seconds: number
  upTo: number
  past: readonly [one: string, many: string]
  future: readonly [one: string, many: string]
}

const UNITS: readonly Unit[] = [
  {
    seconds: MINUTE,
    upTo: HOUR,
    past: [msg("{count} minute ago"), msg("{count} minutes ago")],
    future: [msg("in {count} minute"), msg("in {count} minutes")],
  },
  {
    seconds: HOUR,
    upTo: DAY,
    past: [msg("{count} hour ago"), msg("{count} hours ago")],
    future: [msg("in {count} hour"), msg("in {count} hours")],
  },
  {
    seconds: DAY,
    upTo: 30 * DAY,
    past: [msg("{count} day ago"), msg("{count} days ago")],
    future: [msg("in {count} day"), msg("in {count} days")],
  },
  {
    seconds: 30 * DAY,
    upTo: 365 * DAY,
    past: [msg("{count} month ago"), msg("{count} months ago")],
    future: [msg("in {count} month"), msg("in {count} months")],
  },
  {
    seconds: 365 * DAY,
    upTo: Number.POSITIVE_INFINITY,
    past: [msg("{count} year ago"), msg("{count} years ago")],
    future: [msg("in {count} year"), msg("in {count} years")],
  },
]

/** `just now`, `5 minutes ago`, `in 3 days`, to be said by `t.phrase`. Instants that cannot be read are an empty text. */
export function relativePhrase(instant: string | number, now: string | number): Phrase {
  const seconds = (milliseconds(now) - milliseconds(instant)) / 1000
  if (!Number.isFinite(seconds)) return ""
  const distance = Math.abs(seconds)
  const unit = UNITS.find(({ upTo }) => distance < upTo)
  if (unit === undefined || distance < MINUTE) return msg("just now")
  const [one, many] = seconds < 0 ? unit.future : unit.past
  return { count: Math.floor(distance / unit.seconds), one, many }
}

/** The same for a limit, whose last minute counts. */
export function limitPhrase(instant: string | number, now: string | number): Phrase {
  const left = milliseconds(instant) - milliseconds(now)
  return left > 0 && left < MINUTE * 1000
    ? msg("in less than a minute")
    : relativePhrase(instant, now)
}

/** When the phrase about a limit changes next; all in milliseconds since the epoch. */
export function nextPhraseAt(instant: number, now: number): number {
  const distance = Math.abs(instant - now)
  const unit = UNITS.find(({ upTo }) => distance < upTo * 1000)
  if (unit === undefined) return now + DAY * 1000
  const step = unit.seconds * 1000
  const whole = Math.floor(distance / step)
  // It says "in 2 hours" as long as two hours are left, and the millisecond after "in 1 hour".
  if (now < instant) return whole === 0 ? instant : instant - whole * step + 1
  return instant + Math.min((whole + 1) * step, unit.upTo * 1000)
}

/** Since the epoch. */
export function milliseconds(instant: string | number): number {
  return typeof instant === "number" ? instant : Date.parse(instant)
}
