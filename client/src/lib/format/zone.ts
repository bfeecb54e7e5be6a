/**
 * Instants on the clocks of IANA zones. `Intl` is asked for digits only, never for text: server and browser differ in
 * the words of their versions, not in the clock.
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

/**
 * Making a clock takes V8 half a millisecond, longer than most pages take to render, so the last few are kept. Their
 * number is bounded, and a zone says nothing about who asked for it.
 */
const CLOCKS_KEPT = 16
const clocks = new Map<string, Intl.DateTimeFormat>()

/** The clock of the zone at an instant (milliseconds since the epoch); an unknown zone shows UTC. */
export function wallClock(instant: number, timeZone: string): WallClock {
  const digits = clockOf(timeZone).format(instant).match(/\d+/gu) ?? []
  const [month = 1, day = 1, year = 0, hour = 0, minute = 0, second = 0] = digits.map(Number)
  const local = Date.UTC(year, month - 1, day, hour, minute, second)
  const offset = Math.round((local - Math.floor(instant / 1000) * 1000) / 60_000)
  return { year, month, day, hour, minute, second, offset }
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

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known !== undefined) return known
  const clock = newClock(timeZone)
  if (clocks.size >= CLOCKS_KEPT) clocks.clear()
  clocks.set(timeZone, clock)
  return clock
}

/** Shows month, day, year, hour, minute and second, in this order and in Latin digits. */
function newClock(timeZone: string): Intl.DateTimeFormat {
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
