/** How long ago, or in how long: against the `now` of the page, never the machine's clock. */

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const UNITS: readonly [name: string, seconds: number, upTo: number][] = [
  ["minute", MINUTE, HOUR],
  ["hour", HOUR, DAY],
  ["day", DAY, 30 * DAY],
  ["month", 30 * DAY, 365 * DAY],
  ["year", 365 * DAY, Number.POSITIVE_INFINITY],
]

/** `just now`, `5 minutes ago`, `in 3 days`. Instants that cannot be read are an empty text. */
export function formatRelative(instant: string | number, now: string | number): string {
  const seconds = (milliseconds(now) - milliseconds(instant)) / 1000
  if (!Number.isFinite(seconds)) return ""
  const distance = Math.abs(seconds)
  const unit = UNITS.find(([, , upTo]) => distance < upTo)
  if (unit === undefined || distance < MINUTE) return "just now"
  const [name, length] = unit
  const count = Math.floor(distance / length)
  const amount = `${count} ${name}${count === 1 ? "" : "s"}`
  return seconds < 0 ? `in ${amount}` : `${amount} ago`
}

function milliseconds(instant: string | number): number {
  return typeof instant === "number" ? instant : Date.parse(instant)
}
