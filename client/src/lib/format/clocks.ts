/**
 * One instant on the clocks of several places. The words around it are drawn elsewhere; here are the days and the changes of a
 * clock, which are found by asking the zone, as no rule of ours knows them.
 */
import { type WallClock, wallClock } from "./zone.ts"

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
const MINUTE_MS = 60_000
/** Further away than two years nobody asks how often a clock changes. */
const LOOKED_THROUGH_MS = 2 * 366 * DAY_MS

export interface ClockPlace {
  /** Whose clock it is; in the order given. */
  name: string
  /** IANA zone. */
  zone: string
}

/** A zone is listed once, for all the places in it. */
export interface ClockRow {
  zone: string
  names: readonly string[]
  clock: WallClock
  /** Days by which the calendar there is ahead of the reader's: −1, 0 or 1. */
  dayShift: number
  /** Changes of this clock between now and the instant, the earliest first. */
  changes: readonly ClockChange[]
}

export interface ClockChange {
  /** Milliseconds since the epoch, to the minute. */
  at: number
  /** Minutes east of UTC. */
  before: number
  after: number
}

/** The first place is the reader's. */
export function clockRows(
  instant: number,
  now: number,
  places: readonly [ClockPlace, ...ClockPlace[]],
): ClockRow[] {
  const today = dayOf(wallClock(instant, places[0].zone))
  const rows = new Map<string, ClockRow & { names: string[] }>()
  for (const { name, zone } of places) {
    const known = rows.get(zone)
    if (known === undefined) {
      const clock = wallClock(instant, zone)
      const dayShift = dayOf(clock) - today
      const changes = changesBetween(zone, now, instant)
      rows.set(zone, { zone, names: [name], clock, dayShift, changes })
    } else if (!known.names.includes(name)) known.names.push(name)
  }
  return [...rows.values()]
}

/** Changes of a zone's clock between two instants, whichever comes first, of the two years from the earlier one. */
export function changesBetween(zone: string, one: number, other: number): ClockChange[] {
  const from = Math.min(one, other)
  const to = Math.min(Math.max(one, other), from + LOOKED_THROUGH_MS)
  const changes: ClockChange[] = []
  let at = from
  let before = wallClock(from, zone).offset
  while (at < to) {
    // No zone changes its clock twice in a week.
    const next = Math.min(at + WEEK_MS, to)
    const after = wallClock(next, zone).offset
    if (after !== before) changes.push({ at: changeWithin(zone, at, next, before), before, after })
    at = next
    before = after
  }
  return changes
}

/** The first minute that has another offset than `before`, which holds at `from` and not at `to`. */
function changeWithin(zone: string, from: number, to: number, before: number): number {
  let [last, first] = [Math.floor(from / MINUTE_MS), Math.ceil(to / MINUTE_MS)]
  while (first - last > 1) {
    const middle = Math.floor((last + first) / 2)
    if (wallClock(middle * MINUTE_MS, zone).offset === before) last = middle
    else first = middle
  }
  return first * MINUTE_MS
}

/** Days since the epoch, on this calendar. */
function dayOf({ year, month, day }: WallClock): number {
  return Date.UTC(year, month - 1, day) / DAY_MS
}
