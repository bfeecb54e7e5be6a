/** How long the company may still work. A plan's last day is usable to its end, in the company's zone. */
import { wallClock } from "#client/lib/format/zone.ts"
import type { SessionView } from "#client/lib/session.ts"

export type Subscription =
  | { state: "open" }
  | { state: "running"; daysLeft: number; lastDay: string }
  | { state: "ending"; daysLeft: number; lastDay: string }
  | { state: "expired"; lastDay: string | null }

/** From here on the end is announced. */
const SOON_DAYS = 14
const DAY_MS = 86_400_000

/** The server decides whether it is expired; the days are counted on the calendar of the company. */
export function subscriptionOf(session: SessionView, now: number): Subscription {
  const { company, isExpired } = session
  const expiry = company.subscripedPlan?.expiryDate ?? null
  const lastDay = /^\d{4}-\d{2}-\d{2}/u.exec(expiry ?? "")?.[0] ?? null
  if (isExpired) return { state: "expired", lastDay }
  if (lastDay === null) return { state: "open" }
  const { year, month, day } = wallClock(now, company.timezone ?? "UTC")
  const today = Date.UTC(year, month - 1, day)
  const daysLeft = Math.max(0, Math.round((Date.parse(lastDay) - today) / DAY_MS))
  return { state: daysLeft <= SOON_DAYS ? "ending" : "running", daysLeft, lastDay }
}
