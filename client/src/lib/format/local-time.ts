/** Instants as the fields of forms hold them: wall time in a zone (`2026-11-03T14:05`), and back. */
import { wallClock } from "./zone.ts"

/** The wall time of an instant; an empty text where it cannot be read. */
export function localOf(instant: string, timeZone: string): string {
  const at = Date.parse(instant)
  if (!Number.isFinite(at)) return ""
  const { offset } = wallClock(at, timeZone)
  return new Date(at + offset * 60_000).toISOString().slice(0, 16)
}

/**
 * The instant at which the zone's clock shows this; `null` where the text is no time.
 *
 * A time that the clock shows twice is the earlier one; one that it skips is as long after the change as it says.
 */
export function instantOf(local: string, timeZone: string): string | null {
  const shown = Date.parse(`${local}Z`)
  if (!Number.isFinite(shown)) return null
  const guess = shown - wallClock(shown, timeZone).offset * 60_000
  const earlier = shown - wallClock(guess - 6 * 3_600_000, timeZone).offset * 60_000
  const at =
    localOf(new Date(earlier).toISOString(), timeZone) === local.slice(0, 16) ? earlier : guess
  return new Date(at).toISOString()
}
