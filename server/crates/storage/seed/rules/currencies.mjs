/**
 * Currencies from `isodata.tsv`, 183 rows, ordered by code, and one more that the table no longer has.
 *
 * - the symbol `¤` (30 rows) means that there is none: empty, so that the code is printed
 * - a blank exponent (13 rows) is null: metals and units of account have no minor unit
 * - fund, special and superseded rows are disabled; a superseded one names its successor
 * - "Caribean" is misspelt
 * - ANG was superseded by XCG on 2025-03-31 and is missing: old documents still carry it
 * - the Namibian dollar's list of countries is empty
 */
import { check, repeated } from "./check.mjs"

const NAMES = { XCG: "Caribbean guilder" }
const COUNTRIES = { NAD: ["NA"] }

/** Where the rule of `byCountry` would pick what nobody pays with. */
const DEFAULTS = {
  IO: "USD", // British Indian Ocean Territory: ISO 4217 names the US dollar
  SV: "USD", // El Salvador: the colón has not circulated since 2001
  XK: "EUR", // Kosovo: no member of ISO 4217's list
}

export function currencies({ isoCurrency }) {
  const [head, ...lines] = isoCurrency.table.trim().split("\n")
  check(
    head === "alpha3\tnumeric\tname\tused_by_alpha2\tsymbol\tsubunit_symbol\texponent\tflags",
    "columns of isodata.tsv",
  )
  check(lines.length === 183, `${lines.length} currencies`)

  const rows = lines.map((line) => {
    const [code, numeric, name, usedBy, symbol, , exponent, flag] = line.split("\t")
    const superseded = /^superseded\((\w+)\)$/.exec(flag ?? "")
    return {
      code,
      numeric,
      name: NAMES[code] ?? name,
      symbol: symbol === "¤" ? "" : symbol,
      exponent: exponent === "" ? null : Number(exponent),
      status: superseded ? "superseded" : flag || "active",
      supersededBy: superseded?.[1] ?? null,
      countries: (COUNTRIES[code] ?? usedBy.split(";")).filter(Boolean).sort(),
    }
  })
  rows.push({
    code: "ANG",
    numeric: "532",
    name: "Netherlands Antillean guilder",
    symbol: "ƒ",
    exponent: 2,
    status: "superseded",
    supersededBy: "XCG",
    countries: ["CW", "SX"],
  })
  rows.sort((a, b) => (a.code < b.code ? -1 : 1))

  const count = (status) => rows.filter((row) => row.status === status).length
  check(repeated(rows.map((row) => row.code)).length === 0, "a currency code is there twice")
  check(rows.filter((row) => row.symbol === "").length === 30, "currencies without a symbol")
  check(rows.filter((row) => row.exponent === null).length === 13, "currencies without an exponent")
  check(count("fund") === 9, `${count("fund")} funds`)
  check(count("special") === 14, `${count("special")} special`)
  check(count("superseded") === 7, `${count("superseded")} superseded`)
  check(
    rows.every((row) => row.exponent !== null || row.status === "special"),
    "only special currencies may lack an exponent",
  )
  return { rows, byCountry: byCountry(rows) }
}

/**
 * Country → the currency to propose there: an active one, its own before a foreign one.
 *
 * ISO 4217 builds a code from the country's alpha-2 code, so `BTN` is Bhutan's own and `INR` is not.
 */
function byCountry(rows) {
  const found = new Map()
  for (const row of rows.filter((it) => it.status === "active")) {
    for (const country of row.countries) {
      const known = found.get(country)
      if (!known || row.code.startsWith(country)) found.set(country, row.code)
    }
  }
  for (const [country, code] of Object.entries(DEFAULTS)) found.set(country, code)
  return found
}
