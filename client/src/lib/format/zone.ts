/**
 * Instants on the clocks of IANA zones. `Intl` is asked for digits only, never for text: server and browser differ in the
 * words of their versions. In the clock they do only where a country has changed its own since one of them was built; what is
 * drawn on both sides is an `Instant`, which bears that.
 */

/** What a clock on the wall shows. */
export interface WallClock {
  year: number
  /** 1 to 12. */
  month: number
  day: number
  /** 0 to 23. */
  hour: number
  minute: number
  second: number
  /** Minutes east of UTC. */
  offset: number
}

interface Clock {
  format: Intl.DateTimeFormat
  /** Week since the epoch → offset in minutes, or `null` for a week in which the clock is changed. */
  offsets: Map<number, number | null>
}

/**
 * Making a clock takes V8 half a millisecond, longer than most pages take to render, so those of a long list of ports are kept. Their
 * number is bounded, and a zone says nothing about who asked for it.
 */
const CLOCKS_KEPT = 128
const WEEKS_KEPT = 128
const clocks = new Map<string, Clock>()

const MINUTE_MS = 60_000
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS

/** The clock of the zone at an instant (milliseconds since the epoch); an unknown zone shows UTC. */
export function wallClock(instant: number, timeZone: string): WallClock {
  const offset = offsetAt(clockOf(timeZone), instant)
  const local = new Date(instant + offset * MINUTE_MS)
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    offset,
  }
}

/** `UTC`, `UTC+1`, `UTC−3:30`. */
export function offsetLabel(offset: number): string {
  if (offset === 0) return "UTC"
  const minutes = Math.abs(offset) % 60
  const hours = Math.floor(Math.abs(offset) / 60)
  const sign = offset < 0 ? "−" : "+"
  return `UTC${sign}${hours}${minutes === 0 ? "" : `:${String(minutes).padStart(2, "0")}`}`
}

/** Lets go of all clocks: a start-up snapshot cannot hold one. */
export function forgetClocks(): void {
  clocks.clear()
}

/** Asks `Intl` twice per week of the calendar, not once per instant: no zone changes its clock twice in a week. */
function offsetAt(clock: Clock, instant: number): number {
  const week = Math.floor(instant / WEEK_MS)
  let offset = clock.offsets.get(week)
  if (offset === undefined) {
    const start = measure(clock, week * WEEK_MS)
    offset = start === measure(clock, (week + 1) * WEEK_MS) ? start : null
    if (clock.offsets.size >= WEEKS_KEPT) clock.offsets.clear()
    clock.offsets.set(week, offset)
  }
  return offset ?? measure(clock, instant)
}

/** Minutes by which the digits shown are ahead of UTC's. */
function measure({ format }: Clock, instant: number): number {
  const digits = format.format(instant).match(/\d+/gu) ?? []
  const [month = 1, day = 1, year = 0, hour = 0, minute = 0, second = 0] = digits.map(Number)
  const local = Date.UTC(year, month - 1, day, hour, minute, second)
  return Math.round((local - instant) / MINUTE_MS)
}

function clockOf(timeZone: string): Clock {
  const known = clocks.get(timeZone)
  if (known !== undefined) return known
  const clock = { format: newFormat(timeZone), offsets: new Map() }
  if (clocks.size >= CLOCKS_KEPT) clocks.clear()
  clocks.set(timeZone, clock)
  return clock
}

/** Shows month, day, year, hour, minute and second, in this order and in Latin digits. */
function newFormat(timeZone: string): Intl.DateTimeFormat {
  const digits = {
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
    hourCycle: "h23",
    calendar: "gregory",
    numberingSystem: "latn",
  } as const
  try {
    return new Intl.DateTimeFormat("en-US", { ...digits, timeZone })
  } catch {
    return new Intl.DateTimeFormat("en-US", { ...digits, timeZone: "UTC" })
  }
}
