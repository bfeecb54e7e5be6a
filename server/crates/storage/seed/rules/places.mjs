/** Where places are: distances, and the time zone of a place in a country. */

/** Kilometres between two `{ lat, lng }` on a sphere. */
export function distance(a, b) {
  const rad = (degrees) => (degrees * Math.PI) / 180
  const half = (angle) => Math.sin(rad(angle) / 2) ** 2
  const chord = half(b.lat - a.lat) + Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * half(b.lng - a.lng)
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** The airport among `airports` that is nearest to `place`, with its distance; null where there is none. */
export function nearest(place, airports) {
  let found = null
  for (const airport of airports) {
    const km = distance(place, airport)
    if (found === null || km < found.km) found = { airport, km }
  }
  return found
}

/** Six digits are a hand's breadth; the rest is noise. */
export function rounded(degrees) {
  return Math.round(degrees * 1e6) / 1e6
}

/** The canonical name of a zone that may have an old one; null for what is no zone. */
export function canonicalZones(zones) {
  const names = new Map()
  for (const row of zones.rows) for (const name of [row.id, ...row.aliases]) names.set(name, row.id)
  return (name) => names.get(name) ?? null
}

/** The row without what says nothing. */
export function compact(row) {
  const says = (value) =>
    value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(row).filter(([, value]) => says(value)))
}

/** The rows by what `key` gives for them. */
export function grouped(rows, key) {
  const groups = new Map()
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row])
  return groups
}
