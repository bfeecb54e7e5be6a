/** What a country proposes to a company that works there, each with its reason. Nothing is taken over unless somebody says so. */
import { msg } from "#client/lib/words.ts"
import type { Values } from "#client/records/fields.ts"
import type { components } from "#client/wire/api.ts"

type BriefCountry = components["schemas"]["BriefCountry"]

type CountryRow = Pick<BriefCountry, "alpha2"> &
  Partial<Pick<BriefCountry, "defaultCurrency" | "timezones">>

export interface Proposal {
  /** The field that it would set. */
  name: string
  /** What it would set, and how that is written. */
  value: unknown
  shown: string
  /** English; `{country}` is the name of the country, `{value}` what is proposed. */
  reason: string
}

/** Those who weigh in pounds in trade: the United States, Liberia and Myanmar. */
const CUSTOMARY = new Set(["US", "LR", "MM"])

/** What differs from the values as they stand; empty when all of it is as the country has it. */
export function proposalsOf(country: CountryRow, values: Values): readonly Proposal[] {
  const { defaultCurrency = null, timezones = [], alpha2 } = country
  const [zone] = timezones
  const isCustomary = CUSTOMARY.has(alpha2)
  const all: Proposal[] = [
    ...(defaultCurrency === null
      ? []
      : [
          {
            name: "currency",
            value: defaultCurrency,
            shown: defaultCurrency,
            reason: msg("{value} is the currency of {country}."),
          },
        ]),
    ...(zone === undefined || timezones.includes(textAt(values, "timezone"))
      ? []
      : [
          {
            name: "timezone",
            value: zone,
            shown: zone.replaceAll("_", " "),
            reason:
              timezones.length === 1
                ? msg("{value} is the time zone of {country}.")
                : msg("{value} is the time zone of most people in {country}."),
          },
        ]),
    {
      name: "units",
      value: isCustomary ? { mass: "lb", volume: "ft3" } : { mass: "kg", volume: "m3" },
      shown: isCustomary ? "lb, ft³" : "kg, m³",
      reason: msg("{value} are the units of trade in {country}."),
    },
  ]
  return all.filter(({ name, value }) => JSON.stringify(values[name]) !== JSON.stringify(value))
}

function textAt(values: Values, name: string): string {
  const value = values[name]
  return typeof value === "string" ? value : ""
}
