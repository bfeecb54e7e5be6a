/** How long the company may still work. A plan's last day is usable to its end, in the company's zone. */
import { wallClock } from "./format/zone.ts"
import type { SessionView } from "./session.ts"

export type Subscription =
  | { state: "open" }
  | { state: "running"; daysLeft: number; lastDay: string }
  | { state: "ending"; daysLeft: number; lastDay: string }
  | { state: "expired"; lastDay: string | null }

type Plan = Pick<SessionView["company"], "subscripedPlan" | "timezone">

/** From here on the end is announced. */
const SOON_DAYS = 14
/** So many days before it, whoever answers for the subscription is warned; the last one still lasts. */
const WARNED_DAYS = new Set([SOON_DAYS, 7, 1, 0])
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** The server decides whether it is expired; the days are counted on the calendar of the company. */
export function subscriptionOf(
  { company, isExpired }: { company: Plan; isExpired: boolean },
  now: number,
): Subscription {
  const lastDay = lastDayOf(company)
  if (isExpired) return { state: "expired", lastDay }
  if (lastDay === null) return { state: "open" }
  const { year, month, day } = wallClock(now, zoneOf(company))
  const today = Date.UTC(year, month - 1, day)
  const daysLeft = Math.max(0, Math.round((Date.parse(lastDay) - today) / DAY_MS))
  return { state: daysLeft <= SOON_DAYS ? "ending" : "running", daysLeft, lastDay }
}

/** Whether this is a day on which those who answer for the subscription are warned of its end. */
export function isWarnedOf(subscription: Subscription): boolean {
  return subscription.state === "ending" && WARNED_DAYS.has(subscription.daysLeft)
}

/** The instant at which the plan is over: the midnight after its last day, where the company is; `null` without an end. */
export function endOfPlan(company: Plan): number | null {
  const lastDay = lastDayOf(company)
  if (lastDay === null) return null
  const midnight = Date.parse(lastDay) + DAY_MS
  const near = midnight - offsetAt(midnight, company)
  // Between the two guesses the zone may have changed its clock.
  return midnight - offsetAt(near, company)
}

function lastDayOf({ subscripedPlan }: Plan): string | null {
  return /^\d{4}-\d{2}-\d{2}/u.exec(subscripedPlan?.expiryDate ?? "")?.[0] ?? null
}

function offsetAt(instant: number, company: Plan): number {
  return wallClock(instant, zoneOf(company)).offset * MINUTE_MS
}

function zoneOf({ timezone }: Plan): string {
  return timezone ?? "UTC"
}
