/**
 * An instant as a clock on the wall of a time zone shows it. Only digits come from `Intl`: V8 and the browser may know
 * different names, but they count alike.
 */
export interface Moment {
  year: number
  /** 1 to 12. */
  month: number
  day: number
  hour: number
  minute: number
  second: number
  /** 0 is Sunday. */
  weekday: number
  /** Ahead of UTC, in minutes. */
  offset: number
}

export interface ZoneClock {
  /** The zone it really shows: UTC when the asked one is unknown. */
  timeZone: string
  /** Milliseconds since the epoch, or RFC 3339. */
  at: (instant: number | string) => Moment
}

const MINUTE_MS = 60_000

/** A clock of an IANA zone. Made once per render, since making one takes longer than reading it. */
export function zoneClock(timeZone: string): ZoneClock {
  const { zone, format } = formatter(timeZone)
  return {
    timeZone: zone,
    at(instant) {
      const ms = typeof instant === "number" ? instant : Date.parse(instant)
      const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
      const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
      const [year, month, day] = [part("year"), part("month"), part("day")]
      const [hour, minute, second] = [part("hour"), part("minute"), part("second")]
      const wall = Date.UTC(year, month - 1, day, hour, minute, second)
      return {
        ...{ year, month, day, hour, minute, second },
        weekday: new Date(wall).getUTCDay(),
        offset: Math.round((wall - ms) / MINUTE_MS),
      }
    },
  }
}

function formatter(timeZone: string): { zone: string; format: Intl.DateTimeFormat } {
  const make = (zone: string) => ({
    zone,
    format: new Intl.DateTimeFormat("en-US", {
      calendar: "gregory",
      numberingSystem: "latn",
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    }),
  })
  try {
    return make(timeZone)
  } catch {
    return make("UTC")
  }
}
