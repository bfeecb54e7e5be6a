/**
 * Numbers and amounts of money with the separators of a locale, from an own table: equal on server and in browser.
 *
 * A locale may say in its private part how numbers are written, whatever its language does: `en-x-point`. So the company's
 * number format reaches all who write numbers.
 */

interface Separators {
  group: string
  decimal: string
}

const NARROW = "\u202F"
const NO_BREAK = "\u00A0"
const COMMA_POINT: Separators = { group: ",", decimal: "." }
const POINT_COMMA: Separators = { group: ".", decimal: "," }
const SPACE_COMMA: Separators = { group: NO_BREAK, decimal: "," }

/** By the private part of a locale; `indian` also groups by twos. */
const FORMATS: Readonly<Record<string, Separators>> = {
  comma: COMMA_POINT,
  point: POINT_COMMA,
  space: SPACE_COMMA,
  apostrophe: { group: "’", decimal: "." },
  indian: COMMA_POINT,
}

/** By locale, then by language; any other is written the English way. */
const SEPARATORS: Readonly<Record<string, Separators>> = {
  "de-CH": { group: "’", decimal: "." },
  "de-AT": { group: NO_BREAK, decimal: "," },
  "pt-PT": SPACE_COMMA,
  "es-MX": COMMA_POINT,
  fr: { group: NARROW, decimal: "," },
  ...Object.fromEntries(
    "da de el es hr id is it nl pt ro sl sr tr vi".split(" ").map((tag) => [tag, POINT_COMMA]),
  ),
  ...Object.fromEntries(
    "bg cs et fi hu lt lv nb nn no pl ru sk sv uk".split(" ").map((tag) => [tag, SPACE_COMMA]),
  ),
}

/** Languages that group by twos above the thousands. */
const INDIAN = /^(?:en-IN|hi|bn|gu|mr|ta|te|kn|ml|pa)\b/

/** A number with at most `decimals` places (none for counts); a value that is no number is an empty text. */
export function formatNumber(value: number, locale: string, decimals = 0): string {
  return Number.isFinite(value) ? formatDecimal(value.toFixed(decimals), locale) : ""
}

/** A decimal string, digit by digit: no value is too long and none is rounded. Anything else is an empty text. */
export function formatDecimal(value: string, locale: string): string {
  const [, sign, whole, fraction] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value) ?? []
  if (whole === undefined) return ""
  const { group, decimal } = separatorsOf(locale)
  const minus = sign === "-" && /[1-9]/.test(value) ? "−" : ""
  return `${minus}${grouped(whole, group, locale)}${fraction === undefined ? "" : decimal + fraction}`
}

/**
 * An amount with its ISO 4217 code: `EUR 1,234.50`.
 *
 * `exponent` is the currency's number of decimal places; missing ones are filled up, more are kept.
 */
export function formatMoney(
  amount: string,
  currency: string,
  exponent: number,
  locale: string,
): string {
  const [whole = "", fraction = ""] = amount.split(".")
  const padded = fraction.padEnd(exponent, "0")
  const text = formatDecimal(padded === "" ? whole : `${whole}.${padded}`, locale)
  return text === "" ? "" : `${currency}${NO_BREAK}${text}`
}

function separatorsOf(locale: string): Separators {
  const [tag = "", format] = locale.split("-x-")
  const own = format === undefined ? undefined : FORMATS[format]
  if (own !== undefined) return own
  const language = tag.split("-")[0] ?? ""
  return SEPARATORS[locale] ?? SEPARATORS[language] ?? COMMA_POINT
}

function grouped(whole: string, group: string, locale: string): string {
  const isIndian = locale.includes("-x-") ? locale.endsWith("-x-indian") : INDIAN.test(locale)
  const pattern = isIndian ? /\B(?=(?:\d{2})*\d{3}$)/g : /\B(?=(?:\d{3})+$)/g
  return whole.replace(pattern, group)
}
