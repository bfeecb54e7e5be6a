/**
 * The main sea ports of a country: those of our list that `searoute` connects with ports of the most countries, three at most.
 *
 * - where it connects none, those that the customs of the United States list (Schedule K), as far as they are three at most;
 *   of more, none is known to be larger than the others
 * - a country without a sea port in our list has none
 */
import { check } from "./check.mjs"
import { grouped } from "./places.mjs"

const AT_MOST = 3

/** Country → `[UN/LOCODE, number of countries]`, the best connected first; 0 where the number is not known. */
export function mainPorts({ searoute }, ports) {
  const connected = new Map()
  for (const { properties } of searoute.ports.features) {
    const count = properties.to_cty?.length ?? 0
    if (properties.t) connected.set(properties.port, Math.max(count, connected.get(properties.port) ?? 0))
  }
  check(connected.get("NLRTM") > 50, "Rotterdam is hardly connected")
  const offered = ports.filter(({ unlocode }) => unlocode !== undefined)
  return new Map(
    [...grouped(offered, (port) => port.country)].map(([country, own]) => [country, best(own, connected)]),
  )
}

function best(ports, connected) {
  const ranked = ports
    .map(({ unlocode }) => [unlocode, connected.get(unlocode) ?? 0])
    .filter(([, count]) => count > 0)
    .sort(([a, most], [b, least]) => least - most || (a < b ? -1 : 1))
  if (ranked.length > 0) return ranked.slice(0, AT_MOST)
  const listed = ports.filter(({ scheduleK }) => scheduleK)
  const few = listed.length > 0 ? listed : ports
  return few.length > AT_MOST ? [] : few.map(({ unlocode }) => [unlocode, 0])
}
