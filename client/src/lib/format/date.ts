/** Dates and times as text: unambiguous (`03 Nov 2026`), in own patterns, the same on server and in browser. */
import { type Language, languageOf } from "#client/lib/words.ts"

import { type WallClock, offsetLabel, wallClock } from "./zone.ts"

/** How this user reads dates; `auto` is day, month, year. */
export interface DateStyle {
  /** IANA zone. */
  timeZone: string
  dateFormat?: "auto" | "ymd" | "dmy" | "mdy"
  timeFormat?: "24" | "12"
  /** English unless given. */
  language?: Language
}

/** Short names, as dates are written with them. */
export const MONTHS: Readonly<Record<Language, readonly string[]>> = {
  en: "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" "),
  es: "ene feb mar abr may jun jul ago sept oct nov dic".split(" "),
  ar: "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر".split(" "),
}

/** The style in the user's settings, where they are given and known. */
export function dateStyle(
  timeZone: string,
  settings: { dateFormat?: string; timeFormat?: string; language?: string } = {},
): DateStyle {
  const { dateFormat, timeFormat, language } = settings
  const style: DateStyle = { timeZone, timeFormat: timeFormat === "12" ? "12" : "24" }
  const spoken = languageOf(language ?? "en")
  if (spoken !== "en") style.language = spoken
  if (dateFormat === "ymd" || dateFormat === "dmy" || dateFormat === "mdy") {
    style.dateFormat = dateFormat
  }
  return style
}

/** The day of an instant in the style's zone. An instant that cannot be read is an empty text. */
export function formatDate(instant: string | number, style: DateStyle): string {
  const clock = read(instant, style)
  return clock === null ? "" : dayText(clock, style)
}

/** Hour and minute with the zone's offset: `14:02 UTC+1`. */
export function formatTime(instant: string | number, style: DateStyle): string {
  const clock = read(instant, style)
  return clock === null ? "" : timeText(clock, style)
}

/** A time of the clock, in minutes since midnight: `14:02`. */
export function formatClock(
  minutes: number,
  { timeFormat }: Pick<DateStyle, "timeFormat">,
): string {
  const hour = Math.floor(minutes / 60)
  const minute = pad(minutes % 60)
  if (timeFormat !== "12") return `${pad(hour)}:${minute}`
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? "am" : "pm"}`
}

/** `03 Nov 2026, 14:02 UTC+1`. */
export function formatDateTime(instant: string | number, style: DateStyle): string {
  const clock = read(instant, style)
  return clock === null ? "" : `${dayText(clock, style)}, ${timeText(clock, style)}`
}

/** A day without a time (`2026-11-03`), which is the same day in every zone. */
export function formatDay(day: string, style: Pick<DateStyle, "dateFormat" | "language">): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})/.exec(day) ?? []
  if (year === undefined) return ""
  return dayText({ year: Number(year), month: Number(month), day: Number(date) }, style)
}

function read(instant: string | number, { timeZone }: DateStyle): WallClock | null {
  const milliseconds = typeof instant === "number" ? instant : Date.parse(instant)
  return Number.isFinite(milliseconds) ? wallClock(milliseconds, timeZone) : null
}

function dayText(
  { year, month, day }: Pick<WallClock, "year" | "month" | "day">,
  { dateFormat = "auto", language = "en" }: Pick<DateStyle, "dateFormat" | "language">,
): string {
  const name = MONTHS[language][month - 1] ?? ""
  switch (dateFormat) {
    case "ymd":
      return `${pad(year, 4)}-${pad(month)}-${pad(day)}`
    case "mdy":
      return `${name} ${pad(day)}, ${pad(year, 4)}`
    case "auto":
    case "dmy":
      return `${pad(day)} ${name} ${pad(year, 4)}`
    default:
      return dateFormat satisfies never
  }
}

function timeText({ hour, minute, offset }: WallClock, style: DateStyle): string {
  return `${formatClock(hour * 60 + minute, style)} ${offsetLabel(offset)}`
}

function pad(value: number, length = 2): string {
  return String(value).padStart(length, "0")
}
