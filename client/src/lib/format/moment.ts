/** Moments as an input for date and time holds them (`2026-11-23T09:00`), on the clock of an IANA zone. */
import { wallClock } from "./zone.ts"

const MINUTE_MS = 60_000

/** The instant (RFC 3339) at which the zone's clock shows this; `null` for what is no date and time. */
export function instantOf(local: string, timeZone: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/u.test(local)) return null
  const utc = Date.parse(`${local}:00Z`)
  if (!Number.isFinite(utc)) return null
  // The offset is that of the instant asked for; twice, as the first guess may lie behind a change of the clock.
  const first = utc - wallClock(utc, timeZone).offset * MINUTE_MS
  return new Date(utc - wallClock(first, timeZone).offset * MINUTE_MS).toISOString()
}

/** What the zone's clock shows at an instant (milliseconds since the epoch). */
export function localOf(instant: number, timeZone: string): string {
  const { offset } = wallClock(instant, timeZone)
  return new Date(instant + offset * MINUTE_MS).toISOString().slice(0, 16)
}
