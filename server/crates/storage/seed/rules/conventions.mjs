/**
 * How a country writes, counts and rests, beyond its row among the countries: what it proposes to a company that works there. A row for each, by alpha-2 code.
 *
 * - dates and numbers are those of CLDR for the official language that most people there speak
 * - language: Spanish or Arabic where it is that one, else English
 * - weekends are CLDR's; four countries that it has no entry for rest on Fridays, as `holidays` knows, and the civil service of
 *   Palestine rests on Fridays and Saturdays, which neither has
 * - a telephone number is an example of libphonenumber, as it is dialled there
 * - what no source knows is null: a tax number, a calling code, a port
 */
import { check } from "./check.mjs"
import { mainPorts } from "./main-ports.mjs"
import { taxNumbers } from "./tax-numbers.mjs"

/** Languages that Waybill has texts in. */
const SPOKEN = ["en", "es", "ar"]
/** CLDR counts few who speak it, beside Guaraní; what offices write there is Spanish. */
const SPANISH = "PY"
/** Nobody is at home there; those who come write English as it is written internationally. */
const NOBODY = "en-001"
const FRIDAY = "BD BN DJ MV".split(" ")
const PALESTINE = "PS"
export const DAYS = "mon tue wed thu fri sat sun".split(" ")

/** Separators of thousands and of decimals → our word for them. */
const NUMBERS = { ",.": "comma", ".,": "point", " ,": "space", "’.": "apostrophe" }

export function conventions(sources, countries, ports) {
  const taxes = taxNumbers(sources)
  const harbours = mainPorts(sources, ports)
  const rows = countries.map(({ alpha2 }) => {
    const tax = taxes.get(alpha2) ?? null
    return {
      country: alpha2,
      ...writing(alpha2, sources.cldr),
      weekend: weekend(alpha2, sources),
      phone: phone(alpha2, sources.phoneNumbers),
      taxName: tax?.name ?? null,
      taxShape: tax?.shape ?? null,
      ports: harbours.get(alpha2) ?? [],
    }
  })
  const without = rows.filter((row) => row.phone === null).map((row) => row.country)
  check(without.join(" ") === "AQ BV GS HM PN TF UM", `no telephone numbers: ${without.join(" ")}`)
  return rows
}

/** Language, dates, times, numbers, paper and units. */
function writing(country, cldr) {
  const { measurementSystem, paperSize } = cldr.measures
  const languages = cldr.languagesOf(country)
  const locale = cldr.localeOf(country) ?? NOBODY
  const { date, group, decimal, pattern } = cldr.formats(locale)
  const numbers = pattern.startsWith("#,##,") ? "indian" : NUMBERS[spaced(group) + decimal]
  check(numbers !== undefined, `${country} writes numbers with ${group} and ${decimal}`)
  const order = [...new Set(date.replaceAll(/'[^']*'|[^yMd]/g, ""))].join("").toLowerCase()
  check(["dmy", "mdy", "ymd"].includes(order), `${country} writes dates as ${date}`)
  return {
    locale,
    ...language(country, languages),
    dateFormat: order,
    timeFormat: cldr.ofTerritory(cldr.times, country)._preferred === "h" ? "12" : "24",
    numberFormat: numbers,
    paper: cldr.ofTerritory(paperSize, country) === "A4" ? "a4" : "letter",
    // The United Kingdom and Myanmar drive in miles; their trade weighs in kilograms.
    units: cldr.ofTerritory(measurementSystem, country) === "US" ? "us" : "metric",
  }
}

/** Spaces of all kinds are one, and so are apostrophes. */
function spaced(group) {
  return group.replaceAll(/[\u00a0\u202f]/g, " ").replaceAll("'", "’")
}

/** `language`, and whether it is official there. */
function language(country, languages) {
  const [first] = languages
  const own = SPANISH === country ? "es" : SPOKEN.find((it) => it === first)
  if (own !== undefined) return { language: own, isOfficial: true }
  return { language: "en", isOfficial: languages.includes("en") }
}

/** The days on which nobody works. */
function weekend(country, { cldr, holidays }) {
  const { weekendStart, weekendEnd } = cldr.weeks
  const known = holidays.byCountry[country]?.weekend.map((day) => DAYS[day])
  if (country === PALESTINE) {
    check(!(country in weekendStart) && !known?.includes("fri"), `the weekend of ${country} is known now`)
    return ["fri", "sat"]
  }
  if (FRIDAY.includes(country)) {
    check(!(country in weekendStart) && known.includes("fri"), `the weekend of ${country} is known now`)
    return known
  }
  const days = [cldr.ofTerritory(weekendStart, country)]
  while (days.at(-1) !== cldr.ofTerritory(weekendEnd, country)) {
    days.push(DAYS[(DAYS.indexOf(days.at(-1)) + 1) % 7])
  }
  return days
}

/** A number of a mobile telephone, as it is dialled within the country, from abroad, and as it is stored. */
function phone(country, { exampleOf }) {
  const example = exampleOf(country)
  if (!example) return null
  return {
    national: example.formatNational(),
    international: example.formatInternational(),
    number: example.number,
  }
}
