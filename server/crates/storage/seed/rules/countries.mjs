/**
 * Countries from `i18n-iso-countries`, 250 rows, ordered by alpha-2 code.
 *
 * - where English has a list of names, the first is the name and the rest are aliases
 * - XK, XKK, 983 is no ISO code but in wide use: marked as user-assigned
 * - numerics stay text: Albania is "008"
 * - the week begins as CLDR says; 1 is Monday
 * - dial code: the calling code; in a shared numbering plan with the leading digits, if the country has one such block
 */
import { check, repeated } from "./check.mjs"
import { DAYS } from "./conventions.mjs"

const UNIONS = {
  eu: "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK", // with Monaco, which is no member
  eaeu: "AM BY KG KZ RU",
  gcc: "AE BH KW OM QA SA",
  mercosur: "AR BO BR PY UY",
  sacu: "BW LS NA SZ ZA",
}

export function countries({ isoCountries, phoneNumbers, cldr }, money, zones) {
  const rows = isoCountries.codes.map(([alpha2, alpha3, numeric]) => {
    const [name, ...aliases] = [isoCountries.english[alpha2]].flat()
    return {
      alpha2,
      alpha3,
      numeric,
      name,
      aliases,
      dialCode: dialCode(alpha2, phoneNumbers.metadata),
      defaultCurrency: money.byCountry.get(alpha2) ?? null,
      timezones: zones.byCountry.get(alpha2) ?? [],
      customsUnion: union(alpha2),
      weekStart: DAYS.indexOf(cldr.ofTerritory(cldr.weeks.firstDay, alpha2)) + 1,
      isUserAssigned: alpha2 === "XK",
    }
  })
  rows.sort((a, b) => (a.alpha2 < b.alpha2 ? -1 : 1))

  check(rows.length === 250, `${rows.length} countries`)
  for (const key of ["alpha2", "alpha3", "numeric", "name"]) {
    const twice = repeated(rows.map((row) => row[key]))
    check(twice.length === 0, `${key} ${twice.join(", ")} is there twice`)
  }
  check(
    rows.every((row) => /^\d{3}$/.test(row.numeric) && row.name.length <= 80),
    "a numeric code or a name does not fit",
  )
  check(
    rows.every((row) => row.dialCode === null || /^\+\d{1,4}(-\d{1,4})?$/.test(row.dialCode)),
    "a dial code does not fit",
  )
  const known = new Set(rows.map((row) => row.alpha2))
  for (const row of money.rows) {
    check(
      row.countries.every((it) => known.has(it)),
      `${row.code} is used in an unknown country`,
    )
  }
  return rows
}

function dialCode(alpha2, metadata) {
  const country = metadata.countries[alpha2]
  if (!country) return null
  // The metadata is an array per country; libphonenumber-js/source/metadata.js names its places.
  const [callingCode] = country
  const leadingDigits = country[10]
  const isSharedBlock =
    metadata.country_calling_codes[callingCode].length > 1 &&
    typeof leadingDigits === "string" &&
    /^\d{2,4}$/.test(leadingDigits)
  return isSharedBlock ? `+${callingCode}-${leadingDigits}` : `+${callingCode}`
}

function union(alpha2) {
  for (const [name, members] of Object.entries(UNIONS)) {
    if (members.split(" ").includes(alpha2)) return name
  }
  return "none"
}
