/** What Unicode CLDR says of territories and of the locales that are written there. */
import { readdirSync } from "node:fs"
import { join } from "node:path"

/** Reads the packages in these folders: `cldr-core`, `cldr-numbers-full` and `cldr-dates-full`. */
export function readCldr({ core, numbers, dates }, json) {
  const supplemental = (name) => json(core, `supplemental/${name}.json`).supplemental
  const { territoryInfo } = supplemental("territoryInfo")
  const { likelySubtags } = supplemental("likelySubtags")
  const { effectiveCoverageLevels: levels } = json(core, "coverageLevels.json")
  const locales = new Set(readdirSync(join(numbers, "main")))

  /** The official languages of a territory, that of most people first. */
  const languagesOf = (territory) =>
    Object.entries(territoryInfo[territory]?.languagePopulation ?? {})
      .filter(([, { _officialStatus: status }]) => status === "official" || status === "de_facto_official")
      .sort(([, one], [, other]) => other._populationPercent - one._populationPercent)
      .map(([tag]) => tag.replace("_", "-"))

  /**
   * The locale of the first official language whose data are complete, else of the first that has any; of the likely one
   * where none is official. Data that are not complete are mostly those of no language.
   */
  const localeOf = (territory) => {
    const [likely] = (likelySubtags[`und-${territory}`] ?? "").split("-")
    const tags = [...languagesOf(territory), likely].filter(Boolean)
    const isComplete = (tag) => levels[tag] === "modern" || levels[tag] === "moderate"
    const found = tags.flatMap((tag) => [`${tag}-${territory}`, tag]).filter((tag) => locales.has(tag))
    return found.find((tag) => isComplete(tag) || isComplete(tag.split("-")[0])) ?? found[0]
  }

  /** How a locale writes days and decimals, in the digits of ASCII. */
  const formats = (locale) => {
    const written = json(numbers, `main/${locale}/numbers.json`).main[locale].numbers
    const { decimal, group } = written["symbols-numberSystem-latn"]
    const gregorian = json(dates, `main/${locale}/ca-gregorian.json`).main[locale].dates.calendars.gregorian
    const { short } = gregorian.dateFormats
    return {
      date: short._value ?? short,
      decimal,
      group,
      pattern: written["decimalFormats-numberSystem-latn"].standard,
    }
  }

  return {
    languagesOf,
    localeOf,
    formats,
    measures: supplemental("measurementData").measurementData,
    times: supplemental("timeData").timeData,
    weeks: supplemental("weekData").weekData,
    /** A territory's own value, or that of the world. */
    ofTerritory: (table, territory) => table[territory] ?? table["001"],
  }
}
