/** Whether an office is open at an instant, and when that changes, on the office's own clock. It is closed on holidays. */
import { type DateStyle, formatClock, formatDay } from "#client/lib/format/date.ts"
import { WEEK } from "#client/lib/format/weekday.ts"
import { type WallClock, wallClock } from "#client/lib/format/zone.ts"
import { msg } from "#client/lib/words.ts"

import type { Holiday, OfficeHours } from "./dashboard-data.ts"

/** What is said of an office; `null` while its hours are not known. */
export interface Opening {
  isOpen: boolean
  /** With places for `{time}`, `{day}` and `{holiday}`; what it does not say of them is empty. */
  text: string
  time: string
  day: string
  holiday: string
}

/** How far ahead an office is looked at; it may close for weeks. */
const DAYS_AHEAD = 21

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
  holidays: readonly Holiday[] = [],
): Opening | null {
  const clock = wallClock(now, style.timeZone)
  const holidayIn = (ahead: number) => {
    const date = dayAfter(clock, ahead)
    return holidays.find((each) => each.date === date)?.name ?? ""
  }
  const none = { isOpen: false, time: "", day: "", holiday: holidayIn(0) }
  // This is known without its hours.
  if (none.holiday !== "") return { ...none, text: msg("Closed: {holiday}") }
  if (days.length === 0 || opens === "" || closes === "") return null
  const today = weekday(clock)
  const minute = clock.hour * 60 + clock.minute
  const isWorkday = (ahead: number) =>
    days.includes(WEEK[(today + ahead) % 7] ?? "mon") && holidayIn(ahead) === ""
  const at = (time: string) => formatClock(minutesOf(time), style)
  if (isWorkday(0) && minute < minutesOf(opens)) {
    return { ...none, text: msg("Closed, opens {time}"), time: at(opens) }
  }
  if (isWorkday(0) && minute < minutesOf(closes)) {
    return { ...none, isOpen: true, text: msg("Open until {time}"), time: at(closes) }
  }
  const ahead = Array.from({ length: DAYS_AHEAD }, (_, index) => index + 1).find(isWorkday) ?? 7
  // A day of the week says which day only within the week.
  if (ahead > 7) {
    const day = formatDay(dayAfter(clock, ahead), style)
    return { ...none, text: msg("Closed, opens {day} {time}"), time: at(opens), day }
  }
  const text = ahead === 1 ? msg("Closed, opens tomorrow {time}") : OPENS[(today + ahead) % 7]
  return { ...none, text: text ?? "", time: at(opens) }
}

/** A day of the calendar, counted from today, as `2026-11-20`. */
function dayAfter({ year, month, day }: WallClock, ahead: number): string {
  return new Date(Date.UTC(year, month - 1, day + ahead)).toISOString().slice(0, 10)
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
