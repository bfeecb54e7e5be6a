/**
 * Ocean ports from `sea-ports`, 1,634 codes, ordered by UN/LOCODE. In this order:
 *
 * 1. the country is the code's prefix, whatever the text says
 * 2. seven codes use AN, which was withdrawn: each belongs to CW, BQ or SX now, is disabled, has no `unlocode` (none is
 *    invented) and its old code as alias; ANGSB is no port and is left out
 * 3. eight places have two codes: the first stays, the second becomes its alias; other equal names of a country say so
 * 4. coordinates come as [lng, lat]; ten that are over 400 km from every airport of the country are turned round, four removed
 * 5. a zone that is missing, unknown or not the country's becomes the country's only one, or that of the nearest airport
 * 6. `code` looks like US Schedule K: it gets its leading zeros
 */
import { check } from "./check.mjs"
import { canonicalZones, compact, grouped, nearest, rounded } from "./places.mjs"

const NOW = { ANCUR: "CW", ANWIL: "CW", ANBON: "BQ", ANEUX: "BQ", ANPHI: "SX", ANSXM: "SX" }
const NO_PORT = "ANGSB"
const TWO_CODES =
  "CNSHA/CNSGH CNXMN/CNXAM CNNGB/CNNBO CNTAO/CNQIN CNDLC/CNDAL CNXGG/CNXGA CNYNT/CNYTG DJJIB/DJPOD"
const TURNED = "REPDG ISESK VEGUB DZAAE CDBOA CDMAT CLPPD CLPGO CLJRL ARDDC".split(" ")
const REMOVED = "CLCAP BMSOU TNJAR ANSXM".split(" ")
const FAR_KM = 400

export function seaPorts({ seaPorts }, countries, zones, airports) {
  const table = Object.entries(seaPorts.ports)
  check(table.length === 1634, `${table.length} sea ports`)
  check(
    table.every(([code]) => /^[A-Z]{2}[A-Z2-9]{3}$/.test(code)),
    "a code is no UN/LOCODE",
  )
  const withdrawn = table.map(([code]) => code).filter((code) => code.startsWith("AN"))
  check(withdrawn.length === 7, `${withdrawn.length} codes of the Netherlands Antilles`)

  const seconds = secondCodes(table)
  const context = {
    zonesOf: new Map(countries.map((row) => [row.alpha2, row.timezones])),
    canonical: canonicalZones(zones),
    airportsOf: grouped(airports, (row) => row.country),
    seconds,
    replacedZones: 0,
  }
  const second = new Set(seconds.values())
  const rows = table
    .filter(([code]) => code !== NO_PORT && !second.has(code))
    .map(([code, port]) => row(code, port, context))
  flagEqualNames(rows)
  rows.sort((a, b) => (a.key < b.key ? -1 : 1))
  check(rows.length === 1634 - 1 - 8, `${rows.length} ports are left`)
  check(rows.filter((it) => it.lat === undefined).length === 24 + REMOVED.length, "another number of places is unknown")
  return rows
}

function row(code, port, context) {
  const country = NOW[code] ?? code.slice(0, 2)
  check(context.zonesOf.has(country), `${code} is in an unknown country`)
  const place = coordinates(code, country, port, context)
  const isWithdrawn = code in NOW
  const second = context.seconds.get(code)
  const aliases = [isWithdrawn ? code : null, second, port.city !== port.name ? port.city : null, ...port.alias]
  return compact({
    key: code,
    unlocode: isWithdrawn ? "" : code,
    scheduleK: scheduleK(code, port.code),
    aliases: [...new Set(aliases.filter((alias) => alias && alias !== port.name))],
    name: port.name,
    city: port.city,
    subdivision: port.province,
    country,
    timezone: zone(code, country, port, place, context),
    lat: place?.lat,
    lng: place?.lng,
    coordQuality: place === null ? "none" : "",
    enabled: isWithdrawn ? false : null,
    notes: isWithdrawn ? "Its code was withdrawn with the Netherlands Antilles; no new one is known." : "",
  })
}

/** First code → second code of the same place. */
function secondCodes(table) {
  const stated = table.filter(([, port]) => port.unlocs.length > 1).map(([, port]) => port.unlocs.join("/"))
  const expected = TWO_CODES.split(" ")
  check([...new Set(stated)].sort().join(" ") === expected.toSorted().join(" "), "other places have two codes")
  check(
    table.every(([code, port]) => port.unlocs.includes(code)),
    "a code is not among those of its place",
  )
  return new Map(expected.map((pair) => pair.split("/")))
}

function coordinates(code, country, port, { airportsOf }) {
  if (!port.coordinates) return null
  const [first, second] = port.coordinates.map(rounded)
  const airports = airportsOf.get(country) ?? []
  const at = (lng, lat) => ({ lat, lng })
  const isFar = (place) => Math.abs(place.lat) > 90 || nearest(place, airports)?.km > FAR_KM
  const stated = at(first, second)
  if (REMOVED.includes(code)) {
    check(isFar(stated), `${code} is not far from its country any more`)
    return null
  }
  if (TURNED.includes(code)) {
    check(isFar(stated) && !isFar(at(second, first)), `${code} is not turned round any more`)
    return at(second, first)
  }
  check(!isFar(stated), `${code} is over ${FAR_KM} km from every airport of ${country}`)
  return stated
}

function zone(code, country, port, place, { zonesOf, canonical, airportsOf }) {
  const stated = port.timezone ? canonical(port.timezone) : null
  const own = zonesOf.get(country)
  if (stated !== null && own.includes(stated)) return stated
  if (own.length === 1) return own[0]
  const candidates = (airportsOf.get(country) ?? []).filter((airport) => own.includes(airport.timezone))
  const close = place && nearest(place, candidates)
  check(close || own.length > 0, `${code} has no zone`)
  // Without a place there is nothing to measure: the zone where most people of the country live.
  return close ? close.airport.timezone : own[0]
}

function scheduleK(code, stated) {
  if (!stated) return ""
  const padded = stated.padStart(5, "0")
  check(/^\d{5}$/.test(padded), `${code} has the code ${stated}`)
  return padded
}

/** Ports of one country with the same name tell of each other, so that nobody takes one for the other. */
function flagEqualNames(rows) {
  const alike = grouped(rows, (row) => `${row.country} ${row.name.toLowerCase()}`)
  for (const group of [...alike.values()].filter((group) => group.length > 1)) {
    for (const row of group) {
      const others = group.filter((other) => other !== row).map((other) => other.key)
      row.notes = [row.notes, `Not to be confused with ${others.join(", ")} of the same name.`].filter(Boolean).join(" ")
    }
  }
}
