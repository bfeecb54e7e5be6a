/**
 * Time zones: the 418 names of `zone.tab`, and UTC.
 *
 * - canonical is the name in `zone.tab`, even where tzdb makes it a link to a neighbour (Europe/Amsterdam)
 * - every other link of tzdb is an alias of the canonical zone at its end
 * - tzdb merges zones that agreed since 1970, so some old names link into another country: those keep to their own
 * - offsets and abbreviations are not data: they are computed for an instant
 */
import { check, repeated } from "./check.mjs"

/** Old name → the zone of the same place. The first four are those that browsers still use. */
const PLACES = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Coral_Harbour": "America/Atikokan",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
  "Africa/Timbuktu": "Africa/Bamako",
  "America/Virgin": "America/St_Thomas",
  "Antarctica/South_Pole": "Antarctica/McMurdo",
  "Atlantic/Jan_Mayen": "Arctic/Longyearbyen",
  Iceland: "Atlantic/Reykjavik",
  "Pacific/Yap": "Pacific/Chuuk",
}

/** The zone to propose where the first of `zone.tab` is not where most people live; `zone.tab` goes from east to west. */
const FIRST = {
  AU: "Australia/Sydney",
  BR: "America/Sao_Paulo",
  CA: "America/Toronto",
  RU: "Europe/Moscow",
  UA: "Europe/Kyiv",
  UZ: "Asia/Tashkent",
}

/** `zone.tab` has no row for Kosovo; tzdb says that it keeps Belgrade's time. */
const BORROWED = { XK: ["Europe/Belgrade"] }

export function timezones({ tzdata }) {
  const tab = tzdata.zoneTab
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t"))
  check(tab.length === 418, `${tab.length} zones`)
  check(repeated(tab.map(([, , id]) => id)).length === 0, "a zone is there twice")

  const canonical = new Map(tab.map(([country, , id]) => [id, country]))
  const links = new Map(
    tzdata.rules
      .split("\n")
      .filter((line) => line.startsWith("L "))
      .map((line) => line.split(" "))
      .map(([, target, name]) => [name, target]),
  )

  const aliases = new Map([["UTC", ["Etc/GMT", "Etc/UTC"]]])
  for (const name of links.keys()) {
    if (canonical.has(name)) continue
    const target = PLACES[name] ?? end(name, links, canonical)
    if (target === null || target === name) continue
    check(target === "UTC" || canonical.has(target), `${name} leads to ${target}`)
    aliases.set(target, [...(aliases.get(target) ?? []), name].sort())
  }
  for (const name of Object.keys(PLACES)) check(links.has(name), `${name} is no old name any more`)

  const rows = [...canonical, ["UTC", null]].map(([id, country]) => ({
    id,
    label: id.split("/").at(-1).replaceAll("_", " "),
    aliases: aliases.get(id) ?? [],
    countries: country ? [country] : [],
  }))
  for (const [country, zones] of Object.entries(BORROWED)) {
    for (const zone of zones) rows.find((row) => row.id === zone).countries.push(country)
  }
  rows.sort((a, b) => (a.id < b.id ? -1 : 1))
  return { rows, byCountry: byCountry(tab) }
}

/** The canonical zone that a link leads to; `UTC` for its many names; null for what is no place, such as Factory. */
function end(name, links, canonical) {
  let at = name
  while (links.has(at) && !canonical.has(at)) at = links.get(at)
  if (canonical.has(at)) return at
  return at === "Etc/UTC" || at === "Etc/GMT" ? "UTC" : null
}

/** Country → its zones; the first is the one to propose. */
function byCountry(tab) {
  const found = new Map(Object.entries(BORROWED))
  for (const [country, , id] of tab) found.set(country, [...(found.get(country) ?? []), id])
  for (const [country, first] of Object.entries(FIRST)) {
    const zones = found.get(country)
    check(zones.includes(first), `${country} has no ${first}`)
    found.set(country, [first, ...zones.filter((zone) => zone !== first)])
  }
  return found
}
