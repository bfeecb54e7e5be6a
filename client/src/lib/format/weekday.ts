/** Days of the week: by themselves, and inside a sentence, where some languages write them differently. */
import { type Language, msg } from "#client/lib/words.ts"

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
