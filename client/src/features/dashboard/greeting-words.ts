import type { WallClock } from "#client/lib/format/zone.ts"
import { msg } from "#client/lib/words.ts"

const DAYS = [
  msg("Sunday, {date}"),
  msg("Monday, {date}"),
  msg("Tuesday, {date}"),
  msg("Wednesday, {date}"),
  msg("Thursday, {date}"),
  msg("Friday, {date}"),
  msg("Saturday, {date}"),
]

/** By the user's clock; somebody who works at night is not told that it is morning. */
export function greetingAt(hour: number): string {
  if (hour < 5) return msg("Hello, {name}")
  if (hour < 12) return msg("Good morning, {name}")
  return hour < 18 ? msg("Good afternoon, {name}") : msg("Good evening, {name}")
}

export function weekdayAt({ year, month, day }: Pick<WallClock, "year" | "month" | "day">): string {
  return DAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? ""
}
