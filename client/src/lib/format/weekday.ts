/** Days of the week: by themselves, short, and inside a sentence, where some languages write them differently. */
import { type Language, msg } from "#client/lib/words.ts"

import type { WallClock } from "./zone.ts"

/** As choices, in the order of ISO 8601, as the services name them. */
export const WEEKDAYS = [
  { value: "mon", label: msg("Monday") },
  { value: "tue", label: msg("Tuesday") },
  { value: "wed", label: msg("Wednesday") },
  { value: "thu", label: msg("Thursday") },
  { value: "fri", label: msg("Friday") },
  { value: "sat", label: msg("Saturday") },
  { value: "sun", label: msg("Sunday") },
] as const

export const WEEK = WEEKDAYS.map(({ value }) => value)

const NAMES: Readonly<Record<Language, readonly string[]>> = {
  en: "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" "),
  es: "lunes martes miércoles jueves viernes sábados domingos".split(" "),
  ar: "الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد".split(" "),
}

/** The names of these days in the order of the week, whatever the order in which they are given. */
export function weekdayNames(days: readonly string[], language: Language = "en"): string[] {
  return WEEK.flatMap((day, index) => (days.includes(day) ? [NAMES[language][index] ?? day] : []))
}

/** Beside a time. */
const SHORT: Readonly<Record<Language, readonly string[]>> = {
  en: "Mon Tue Wed Thu Fri Sat Sun".split(" "),
  es: "lun mar mié jue vie sáb dom".split(" "),
  ar: NAMES.ar,
}

/** The short name of the day on which a clock shows this. */
export function shortWeekday(
  { year, month, day }: Pick<WallClock, "year" | "month" | "day">,
  language: Language = "en",
): string {
  const index = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
  return SHORT[language][index] ?? ""
}
