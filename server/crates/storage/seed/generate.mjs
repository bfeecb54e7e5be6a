/**
 * Makes the seed files beside it from released packages: `node server/crates/storage/seed/generate.mjs`.
 *
 * It needs npm, cargo, python3 with pip, tar and unzip; the packages are fetched into a temporary folder by their own
 * clients and are no dependencies of the product. Every rule of clean-up lives in `rules/`; a source that no longer fits one
 * stops the run.
 * The output is the same for the same sources, so a second run changes nothing.
 */
import { createHash } from "node:crypto"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { airports } from "./rules/airports.mjs"
import { conventions } from "./rules/conventions.mjs"
import { countries } from "./rules/countries.mjs"
import { currencies } from "./rules/currencies.mjs"
import { holidays } from "./rules/holidays.mjs"
import { picklists } from "./rules/picklists.mjs"
import { placeNames } from "./rules/place-names.mjs"
import { seaPorts } from "./rules/sea-ports.mjs"
import { timezones } from "./rules/timezones.mjs"
import { fetchSources } from "./sources.mjs"

const here = import.meta.dirname
const sources = await fetchSources()
try {
  const money = currencies(sources)
  const zones = timezones(sources)
  const lists = picklists(sources)
  const nations = countries(sources, money, zones)
  const air = airports(sources, nations, zones)
  const sea = seaPorts(sources, nations, zones, air.rows)
  const datasets = {
    currencies: { rows: money.rows, from: [sources.isoCurrency] },
    timezones: { rows: zones.rows, from: [sources.tzdata] },
    countries: {
      rows: nations,
      from: [
        sources.isoCountries,
        sources.phoneNumbers,
        sources.isoCurrency,
        sources.tzdata,
        sources.cldrCore,
      ],
    },
    "picklist-groups": { rows: lists.groups, from: [sources.unece] },
    "picklist-values": { rows: lists.values, from: [sources.unece] },
    "metropolitan-areas": { rows: air.areas, from: [sources.airportsdata] },
    airports: { rows: air.rows, from: [sources.airportsdata, sources.tzdata] },
    "sea-ports": {
      rows: sea,
      from: [sources.seaPorts, sources.airportsdata, sources.tzdata],
    },
    "place-names": {
      rows: placeNames(sources, nations, zones, sea),
      from: [sources.cldr, sources.isoCountries],
    },
    conventions: {
      rows: conventions(sources, nations, sea),
      from: [sources.cldrCore, sources.phoneNumbers, sources.stdnum, sources.searoute, sources.holidays],
    },
    holidays: { rows: holidays(sources, nations), from: [sources.holidays] },
  }

  const index = {}
  for (const [name, { rows, from }] of Object.entries(datasets)) {
    const text = rows.map((row) => JSON.stringify(row) + "\n").join("")
    writeFileSync(join(here, `${name}.jsonl`), text)
    index[name] = {
      rows: rows.length,
      sha256: createHash("sha256").update(text).digest("hex"),
      sources: from.map((source) => ({
        package: source.package,
        version: source.version,
        licence: source.licence,
        text: `licences/${source.key}.txt`,
      })),
    }
  }
  writeFileSync(join(here, "index.json"), JSON.stringify(index, null, 2) + "\n")

  mkdirSync(join(here, "licences"), { recursive: true })
  for (const source of Object.values(sources).filter((it) => it.licenceText)) {
    writeFileSync(join(here, "licences", `${source.key}.txt`), source.licenceText.trimEnd() + "\n")
  }
} finally {
  rmSync(sources.folder, { recursive: true })
}
