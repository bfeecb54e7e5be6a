/**
 * Public holidays of every country from `holidays`, a row for each, ordered by alpha-2 code.
 *
 * - the days that the whole country keeps, with the weekdays on which one is made up for
 * - a day is `MMDD` when it is the same in every year, else `YYMMDD` once for each
 * - days that follow the moon are estimates; their names say so
 * - an own name is there in Spanish or Arabic, where that is the language of the country and the name is another one
 * - of Sri Lanka the first year alone is known
 * - a country that no one lives in has none, nor has Ukraine under martial law, in which holidays are working days
 */
import { check } from "./check.mjs"

/** What the rows hold; after it, nothing is known of holidays. */
export const FIRST_YEAR = 2026
export const LAST_YEAR = 2031

const WITHOUT = "BV HM IO UA"
/** Its government says in each year which days it will keep in the next one. */
const FIRST_YEAR_ALONE = "LK"

export function holidays({ holidays }, countries) {
  const rows = countries.map(({ alpha2 }) => {
    const { ownLanguage, days } = holidays.byCountry[alpha2]
    return { country: alpha2, ownLanguage, days: merged(days) }
  })
  const without = rows.filter((row) => row.days.length === 0).map((row) => row.country)
  check(without.join(" ") === WITHOUT, `no holidays: ${without.join(" ")}`)
  const early = rows.filter((row) => row.days.length > 0 && !isKnownIn(LAST_YEAR, row)).map((row) => row.country)
  check(early.join(" ") === FIRST_YEAR_ALONE, `no holidays in the last year: ${early.join(" ")}`)
  return rows
}

function isKnownIn(year, { days }) {
  return days.some(([, , dates]) =>
    dates.split(" ").some((date) => date.length === 4 || date.startsWith(String(year - 2000))),
  )
}

/** Days of one name together: `[name, own name, days]`, by the first of the days. */
function merged(days) {
  const found = new Map()
  for (const [day, name, own] of days) {
    // So that the program can read them where they are, without a copy.
    check(!/["\\]/.test(name + own), `${name} has a quotation mark`)
    const key = JSON.stringify([name, own === name ? "" : own])
    found.set(key, [...(found.get(key) ?? []), day])
  }
  return [...found].map(([key, dates]) => [...JSON.parse(key), text(dates)])
}

function text(dates) {
  const inYear = new Set(dates.map((date) => date.slice(5)))
  const isFixed = inYear.size === 1 && dates.length === LAST_YEAR - FIRST_YEAR + 1
  const all = isFixed ? [...inYear] : dates.map((date) => date.slice(2))
  return all.map((date) => date.replaceAll("-", "")).join(" ")
}
