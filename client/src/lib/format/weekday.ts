/** Days of the week inside a sentence, where some languages write them otherwise than by themselves. */
import type { Language } from "#client/lib/words.ts"

/** In the order of ISO 8601, as the services name them. */
export const WEEK = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const

const NAMES: Readonly<Record<Language, readonly string[]>> = {
  en: "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" "),
  es: "lunes martes miércoles jueves viernes sábados domingos".split(" "),
  ar: "الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد".split(" "),
}

/** The names of these days in the order of the week, whatever the order in which they are given. */
export function weekdayNames(days: readonly string[], language: Language = "en"): string[] {
  return WEEK.flatMap((day, index) => (days.includes(day) ? [NAMES[language][index] ?? day] : []))
}
