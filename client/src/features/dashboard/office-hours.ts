/** Whether an office is open at an instant, and when that changes, on the office's own clock. */
import { type DateStyle, formatClock } from "#client/lib/format/date.ts"
import { WEEK } from "#client/lib/format/weekday.ts"
import { type WallClock, wallClock } from "#client/lib/format/zone.ts"
import { msg } from "#client/lib/words.ts"

import type { OfficeHours } from "./dashboard-data.ts"

/** What is said of an office; `null` while its hours are not known. */
export interface Opening {
  isOpen: boolean
  /** With a place for `{time}`. */
  text: string
  time: string
}

const OPENS = [
  msg("Closed, opens Monday {time}"),
  msg("Closed, opens Tuesday {time}"),
  msg("Closed, opens Wednesday {time}"),
  msg("Closed, opens Thursday {time}"),
  msg("Closed, opens Friday {time}"),
  msg("Closed, opens Saturday {time}"),
  msg("Closed, opens Sunday {time}"),
]

export function openingAt(
  { days = [], opens = "", closes = "" }: Partial<OfficeHours>,
  now: number,
  style: DateStyle,
): Opening | null {
  if (days.length === 0 || opens === "" || closes === "") return null
  const clock = wallClock(now, style.timeZone)
  const today = weekday(clock)
  const minute = clock.hour * 60 + clock.minute
  const isWorkday = (ahead: number) => days.includes(WEEK[(today + ahead) % 7] ?? "mon")
  const at = (time: string) => formatClock(minutesOf(time), style)
  if (isWorkday(0) && minute < minutesOf(opens)) {
    return { isOpen: false, text: msg("Closed, opens {time}"), time: at(opens) }
  }
  if (isWorkday(0) && minute < minutesOf(closes)) {
    return { isOpen: true, text: msg("Open until {time}"), time: at(closes) }
  }
  const ahead = [1, 2, 3, 4, 5, 6, 7].find(isWorkday) ?? 7
  const text = ahead === 1 ? msg("Closed, opens tomorrow {time}") : OPENS[(today + ahead) % 7]
  return { isOpen: false, text: text ?? "", time: at(opens) }
}

/** Minutes since midnight of `HH:MM`. */
function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number)
  return hour * 60 + minute
}

/** 0 is Monday. */
function weekday({ year, month, day }: WallClock): number {
  return (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
}
