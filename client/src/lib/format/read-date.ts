/** Days as people type them, in the order and the language in which dates are written for them. */
import { latinDigits } from "#client/lib/digits.ts"

import { type DateStyle, MONTHS } from "./date.ts"

type Style = Pick<DateStyle, "dateFormat" | "language">

/** `2026-11-03`, whether it was typed so, as `03 Nov 2026`, `3/11/26` or otherwise; `null` if it is no day. */
export function readDay(text: string, style: Style): string | null {
  const parts = latinDigits(text)
    .trim()
    .split(/[\s.,/\u060c\u200f-]+/u)
    .filter((part) => part !== "")
  const [one = "", two = "", three = ""] = parts
  if (parts.length !== 3) return null
  const months = parts.map((part) => monthOf(part, style))
  const named = months.findIndex((month) => month !== null)
  if (named !== -1) {
    const [first = "", second = ""] = parts.filter((_, at) => at !== named)
    const [day, year] = first.length > 2 ? [second, first] : [first, second]
    return day === "" || year === "" ? null : dayOf(year, String(months[named]), day)
  }
  if (one.length === 4) return dayOf(one, two, three)
  return style.dateFormat === "mdy" ? dayOf(three, one, two) : dayOf(three, two, one)
}

/** The month that a word begins the name of; its three first letters tell it from the others in English and Spanish. */
function monthOf(word: string, { language = "en" }: Style): number | null {
  if (/\d/u.test(word)) return null
  const typed = word.toLowerCase()
  for (const names of [MONTHS[language], MONTHS.en]) {
    const at = names.findIndex((name) => {
      const known = name.toLowerCase()
      return typed === known || (typed.length >= 3 && typed.startsWith(known.slice(0, 3)))
    })
    if (at !== -1) return at + 1
  }
  return null
}

function dayOf(year: string, month: string, day: string): string | null {
  if (![year, month, day].every((part) => /^\d{1,4}$/u.test(part))) return null
  if (year.length !== 4 && year.length !== 2) return null
  const full = year.length === 2 ? `20${year}` : year
  const text = `${full}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
  const instant = Date.parse(`${text}T00:00:00Z`)
  // The 31st of a shorter month is none.
  const isDay = Number.isFinite(instant) && new Date(instant).toISOString().startsWith(text)
  return isDay ? text : null
}
