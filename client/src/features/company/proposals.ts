/** What a country proposes to a company that works there, each with its reason. Nothing is taken over unless somebody says so. */
import { formatClock, formatDay } from "#client/lib/format/date.ts"
import { formatDecimal } from "#client/lib/format/number.ts"
import { LANGUAGES, type Language, type Values as Places, msg } from "#client/lib/words.ts"
import type { Values } from "#client/records/fields.ts"
import { isSame, valueAt } from "#client/records/values.ts"
import type { CountryProposal } from "#client/services/country-proposal.ts"

export interface Proposal {
  /** The field that it sets, and with what. */
  name: string
  value: unknown
  /** What is proposed: English. */
  label: string
  /** How the value is written. */
  shown: string
  /** English; `{country}` is the name of the country, `{value}` what is proposed; the others are in `places`. */
  reason: string
  places: Places
  /** Whether the company has it so. */
  isTaken: boolean
}

/** A day and a number as examples; none of the parts is another one's. */
const DAY = "2026-12-31"
const NUMBER = "1234567.8"
const MINUTES = 14 * 60 + 5

const CLDR = msg("As written in {country}, from Unicode CLDR ({locale}).")

/** All that the country implies and the company stores, in the order of the form. */
export function proposalsOf(
  it: CountryProposal,
  values: Values,
  language: Language,
): readonly Proposal[] {
  const [zone = "UTC", ...others] = it.timezones
  const { date, time, number, paper } = it.formats
  const dateFormat = date === "auto" ? "dmy" : date
  const written = { reason: CLDR, places: { locale: it.locale } }
  const all: Omit<Proposal, "isTaken">[] = [
    {
      name: "currency",
      value: it.currency,
      label: msg("Currency"),
      shown: it.currency,
      reason: it.isOwnCurrency
        ? msg("{value} is the currency of {country}.")
        : msg("{country} has no currency of its own. New companies start with {value}."),
      places: {},
    },
    {
      name: "timezone",
      value: zone,
      label: msg("Time zone"),
      shown: spaced(zone),
      ...zoneReason(it.isOwnTimezone, others),
    },
    {
      name: "prefered_language",
      value: it.language,
      label: msg("Language"),
      shown: LANGUAGES[it.language],
      reason: it.isOfficialLanguage
        ? msg("{value} is an official language of {country}.")
        : msg("Waybill is not available in the main language of {country}."),
      places: {},
    },
    {
      name: "units",
      value: it.units,
      label: msg("Weights and volumes"),
      shown: `${it.units.mass === "lb" ? "lb" : "kg"}, ${it.units.volume === "ft3" ? "ft³" : "m³"}`,
      reason: msg("The units of {country}, from Unicode CLDR."),
      places: {},
    },
    {
      name: "formats.date",
      value: date,
      label: msg("Dates"),
      shown: formatDay(DAY, { dateFormat, language }),
      ...written,
    },
    {
      name: "formats.time",
      value: time,
      label: msg("Times"),
      shown: formatClock(MINUTES, { timeFormat: time === "12" ? "12" : "24" }),
      ...written,
    },
    {
      name: "formats.number",
      value: number,
      label: msg("Numbers"),
      shown: formatDecimal(NUMBER, `${language}-x-${number}`),
      ...written,
    },
    {
      name: "formats.paper",
      value: paper,
      label: msg("Paper size"),
      shown: paper === "letter" ? "US Letter" : "A4",
      reason: msg("The paper size of {country}, from Unicode CLDR."),
      places: {},
    },
  ]
  return all.map((each) => withTaken(each, values, it.timezones))
}

function withTaken(
  proposal: Omit<Proposal, "isTaken">,
  values: Values,
  zones: readonly string[],
): Proposal {
  return { ...proposal, isTaken: isTaken(proposal, values, zones) }
}

/** Another zone of the same country was chosen on purpose. */
function isTaken(
  { name, value }: Pick<Proposal, "name" | "value">,
  values: Values,
  zones: readonly string[],
) {
  const current = valueAt(values, name)
  if (name === "timezone") return typeof current === "string" && zones.includes(current)
  return isSame(current, value)
}

function zoneReason(
  isOwn: boolean,
  others: readonly string[],
): Pick<Proposal, "reason" | "places"> {
  if (!isOwn) return { reason: msg("{country} has no time zone of its own."), places: {} }
  if (others.length === 0) {
    return { reason: msg("{value} is the time zone of {country}."), places: {} }
  }
  return {
    reason: msg("{value} is the main time zone of {country}. The others are: {zones}."),
    places: { zones: others.map(spaced).join(", ") },
  }
}

function spaced(zone: string): string {
  return zone.replaceAll("_", " ")
}
