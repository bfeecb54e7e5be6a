/**
 * What places are called in other languages and scripts, by which they are found and under which they are not shown.
 *
 * - cities: CLDR names one city of each time zone in its languages; a city that is called alike everywhere is left out
 * - ports that no zone is named for: `trade-names.mjs`, written by hand
 * - countries: `i18n-iso-countries`, in the same languages
 *
 * A name that says nothing new once case and diacritics are folded is left out. `place` is empty for a country.
 */
import { check } from "./check.mjs"
import { canonicalZones } from "./places.mjs"
import { TRADE_NAMES } from "./trade-names.mjs"

export function placeNames({ cldr, isoCountries }, countries, zones, ports) {
  const rows = new Map()
  const add = (country, place, names) => {
    const key = `${country} ${folded(place)}`
    const row = rows.get(key) ?? { country, place, names: [] }
    const known = new Set([place, ...row.names].map(folded))
    // One source writes a space as the names of files do.
    for (const name of names.map((each) => each.replaceAll("_", " "))) {
      if (known.has(folded(name))) continue
      known.add(folded(name))
      row.names.push(name)
    }
    rows.set(key, row)
  }

  for (const { alpha2, name, aliases } of countries) {
    const known = new Set([name, ...aliases].map(folded))
    const names = Object.values(isoCountries.languages).flatMap((names) => names[alpha2] ?? [])
    add(alpha2, "", names.filter((each) => !known.has(folded(each))))
  }

  const canonical = canonicalZones(zones)
  const zoneOf = new Map(zones.rows.map((row) => [row.id, row]))
  const cities = new Map()
  for (const names of Object.values(cldr.cities)) {
    for (const [zone, name] of Object.entries(names)) {
      const id = canonical(zone)
      if (id !== null) cities.set(id, [...(cities.get(id) ?? []), name])
    }
  }
  check(cities.size > 380, `CLDR names the cities of ${cities.size} zones`)
  for (const [id, names] of cities) {
    const { label, countries: of } = zoneOf.get(id)
    for (const country of of.slice(0, 1)) add(country, label, names)
  }

  const known = new Map(ports.map((row) => [row.key, row]))
  for (const [code, names] of Object.entries(TRADE_NAMES)) {
    const port = known.get(code)
    check(port !== undefined, `there is no port ${code}`)
    add(port.country, port.name, names)
  }
  const named = [...rows.values()].filter(({ names }) => names.length > 0)
  return named.sort((a, b) => (order(a) < order(b) ? -1 : 1))
}

const order = ({ country, place }) => `${country} ${place}`

function folded(name) {
  return name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().trim()
}
