import type { WallClock } from "#client/lib/format/zone.ts"

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

/** By the user's clock; somebody who works at night is not told that it is morning. */
export function greetingAt(hour: number): string {
  if (hour < 5) return "Hello"
  if (hour < 12) return "Good morning"
  return hour < 18 ? "Good afternoon" : "Good evening"
}

export function weekdayAt({ year, month, day }: Pick<WallClock, "year" | "month" | "day">): string {
  return DAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? ""
}
