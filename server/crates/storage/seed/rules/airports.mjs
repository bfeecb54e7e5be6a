/**
 * Airports from `airportsdata`: the 7,884 of its 28,298 rows that have an IATA code, ordered by it.
 *
 * - 247 have no ICAO code of four letters: the code is their FAA identifier if it equals the local one (41), else an alias
 * - the local identifier of an airport of the United States is its FAA identifier
 * - 816 have no city: it gets the name
 * - `unlocode` stays empty: it cannot be derived from an IATA code
 * - a zone has its canonical name; where it is not one of the country's, the row says why
 * - 89 rows name the metropolitan code of an airport: it becomes the parent. Where that code is no airport's own (LON), a row
 *   for the area is added, in a list of its own
 */
import { check, repeated } from "./check.mjs"
import { readCsv } from "./csv.mjs"
import { canonicalZones, compact, rounded } from "./places.mjs"

const ICAO = /^[A-Z]{4}$/
const FAA = /^[A-Z0-9]{3,4}$/

/** How the row of an airport says that its zone is not its country's. */
const OTHER_ZONE = "The place keeps this time though it is not a zone of the country (airportsdata)."

export function airports({ airportsdata }, countries, zones) {
  const table = readCsv(airportsdata.airports)
  check(table.length === 28298, `${table.length} airports`)
  const kept = table.filter((row) => row.iata !== "")
  check(kept.length === 7884, `${kept.length} airports with an IATA code`)
  check(repeated(kept.map((row) => row.iata)).length === 0, "an IATA code is there twice")
  check(
    kept.filter((row) => row.city === "").length === 816,
    "another number of airports without a city",
  )
  const odd = kept.filter((row) => !ICAO.test(row.icao))
  check(odd.length === 247, `${odd.length} airports without an ICAO code of four letters`)
  check(odd.filter((row) => row.icao === row.lid).length === 41, "another number of FAA identifiers")

  const canonical = canonicalZones(zones)
  const zonesOf = new Map(countries.map((row) => [row.alpha2, row.timezones]))
  const { parents, areas } = metropolitan(readCsv(airportsdata.areas), kept, canonical)
  const rows = kept.map((row) => airport(row, { canonical, zonesOf, parents }))
  rows.sort((a, b) => (a.iata < b.iata ? -1 : 1))
  return { rows, areas }
}

function airport(row, { canonical, zonesOf, parents }) {
  const { iata, icao, lid, country } = row
  check(zonesOf.has(country), `${iata} is in an unknown country`)
  const timezone = canonical(row.tz)
  check(timezone !== null, `${iata} has no zone`)
  check(row.name !== "" && row.lat !== "" && row.lon !== "", `${iata} has no name or no place`)
  const isIcao = ICAO.test(icao)
  const isFaa = FAA.test(lid) && (country === "US" || icao === lid)
  return compact({
    iata,
    icao: isIcao ? icao : "",
    faaLid: isFaa ? lid : "",
    aliases: isIcao || icao === lid ? [] : [icao],
    name: row.name,
    city: row.city || row.name,
    subdivision: row.subd,
    country,
    timezone,
    timezoneReason: zonesOf.get(country).includes(timezone) ? "" : OTHER_ZONE,
    lat: rounded(Number(row.lat)),
    lng: rounded(Number(row.lon)),
    elevationFt: Math.round(Number(row.elevation)),
    parent: parents.get(iata),
  })
}

/** Airport → code of its metropolitan area, and the areas whose code is no airport's. */
function metropolitan(table, kept, canonical) {
  check(table.length === 89, `${table.length} airports in metropolitan areas`)
  const byCode = new Map(kept.map((row) => [row.iata, row]))
  const parents = new Map()
  const areas = new Map()
  for (const row of table) {
    const [area, code] = [row["City Code"], row["Airport Code"]]
    check(byCode.has(code) && !parents.has(code), `${code} is unknown or in two areas`)
    if (area === code) continue
    parents.set(code, area)
    if (byCode.has(area) || areas.has(area)) continue
    const zone = canonical(byCode.get(code).tz)
    areas.set(
      area,
      compact({
        iata: area,
        name: row["City Name"],
        city: row["City Name"],
        country: row.Country,
        timezone: zone,
        coordQuality: "none",
        notes: "Metropolitan area: the code stands for all airports of the city.",
      }),
    )
  }
  for (const [code, area] of parents) {
    check(byCode.get(code).country === (byCode.get(area) ?? areas.get(area)).country, `${code} lies abroad`)
    check(!parents.has(area), `${area} lies in another area`)
  }
  const rows = [...areas.values()].sort((a, b) => (a.iata < b.iata ? -1 : 1))
  check(rows.length === 22, `${rows.length} areas without an airport of their code`)
  return { parents, areas: rows }
}
