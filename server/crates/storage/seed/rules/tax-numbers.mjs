/**
 * What a company's tax number is called where, and the shape that it has there, after the validators of `stdnum`.
 *
 * - of the numbers of a country, the one that stands on a company's invoices
 * - a shape is for the number in capitals without spaces and `. , : - / ( ) _`; its check digit is not part of it
 * - `stdnum` accepts numbers of each shape, which the run tries; where it does not, its rules have changed
 * - a country that is not here has no entry: nothing is said of its numbers
 */
import { check } from "./check.mjs"

/** Country → validator, then the shape. */
const NUMBERS = {
  AD: ["nrt", "[A-Z]\\d{6}[A-Z]"],
  AL: ["nipt", "(?:AL)?[A-M]\\d{8}[A-Z]"],
  AO: ["nif", "\\d{10}|\\d{9}[A-Z]{2}\\d{3}"],
  AR: ["cuit", "\\d{11}"],
  AT: ["uid", "(?:AT)?U\\d{8}"],
  AU: ["abn", "\\d{11}"],
  AZ: ["tin", "\\d{10}"],
  BE: ["vat", "(?:BE)?\\d{9,10}"],
  BG: ["vat", "(?:BG)?\\d{9,10}"],
  BR: ["cnpj", "[0-9A-Z]{12}\\d{2}"],
  BY: ["unp", "[0-9A-Z]{2}\\d{7}"],
  BZ: ["tin", "\\d{6}(?:\\d{2})?"],
  CA: ["bn", "\\d{9}(?:[A-Z]{2}\\d{4})?"],
  CH: ["vat", "CHE\\d{9}(?:MWST|TVA|IVA|TPV)?"],
  CL: ["rut", "(?:CL)?\\d{7,8}[0-9K]"],
  CN: ["uscc", "\\d{8}[0-9A-Z]{10}"],
  CO: ["nit", "\\d{8,16}"],
  CR: ["cpj", "\\d{10}"],
  CY: ["vat", "(?:CY)?\\d{8}[A-Z]"],
  CZ: ["dic", "(?:CZ)?\\d{8,10}"],
  DE: ["vat", "(?:DE)?\\d{9}"],
  DK: ["cvr", "(?:DK)?\\d{8}"],
  DO: ["rnc", "\\d{9}"],
  DZ: ["nif", "\\d{15}|\\d{20}"],
  EC: ["ruc", "\\d{13}"],
  EE: ["kmkr", "(?:EE)?\\d{9}"],
  EG: ["tn", "\\d{9}"],
  ES: ["nif", "(?:ES)?[0-9A-Z]\\d{7}[0-9A-Z]"],
  FI: ["alv", "(?:FI)?\\d{8}"],
  FO: ["vn", "(?:FO)?\\d{6}"],
  FR: ["tva", "(?:FR)?[0-9A-Z]{2}\\d{9}"],
  GB: ["vat", "(?:GB)?(?:\\d{9}(?:\\d{3})?|(?:GD|HA)\\d{3})"],
  GH: ["tin", "[CGPQV]00[0-9A-Z]{8}"],
  GN: ["nifp", "\\d{9}"],
  GR: ["vat", "(?:EL|GR)?\\d{8,9}"],
  GT: ["nit", "\\d{1,11}[0-9K]"],
  HR: ["oib", "(?:HR)?\\d{11}"],
  HU: ["anum", "(?:HU)?\\d{8}(?:\\d{3})?"],
  ID: ["npwp", "\\d{15,16}"],
  IE: ["vat", "(?:IE)?\\d[0-9A-Z+*]\\d{5}[A-Z]{1,2}"],
  IL: ["hp", "\\d{9}"],
  IN: ["gstin", "\\d{2}[A-Z]{5}\\d{4}[A-Z][0-9A-Z]{3}"],
  IS: ["vsk", "(?:IS)?\\d{5,6}"],
  IT: ["iva", "(?:IT)?\\d{11}"],
  JP: ["cn", "T?\\d{13}"],
  KE: ["pin", "[AP]\\d{9}[A-Z]"],
  KR: ["brn", "\\d{10}"],
  LI: ["peid", "\\d{4,12}"],
  LT: ["pvm", "(?:LT)?(?:\\d{9}|\\d{12})"],
  LU: ["tva", "(?:LU)?\\d{8}"],
  LV: ["pvn", "(?:LV)?\\d{11}"],
  MA: ["ice", "\\d{15}"],
  MC: ["tva", "(?:FR)?[0-9A-Z]{2}\\d{9}"],
  MD: ["idno", "\\d{13}"],
  ME: ["pib", "\\d{8}"],
  MK: ["edb", "(?:MK)?\\d{13}"],
  MT: ["vat", "(?:MT)?\\d{8}"],
  MX: ["rfc", "[A-ZÑ&]{3,4}\\d{6}[0-9A-Z]{3}"],
  MZ: ["nuit", "\\d{9}"],
  NL: ["btw", "(?:NL)?\\d{9}B\\d{2}"],
  NO: ["mva", "(?:NO)?\\d{9}(?:MVA)?"],
  NZ: ["ird", "\\d{8,9}"],
  PE: ["ruc", "\\d{11}"],
  PK: ["ntn", "\\d{7}"],
  PL: ["nip", "(?:PL)?\\d{10}"],
  PT: ["nif", "(?:PT)?\\d{9}"],
  PY: ["ruc", "\\d{5,9}"],
  RO: ["cui", "(?:RO)?\\d{2,10}"],
  RS: ["pib", "(?:RS)?\\d{9}"],
  RU: ["inn", "\\d{10}|\\d{12}"],
  SE: ["vat", "(?:SE)?\\d{12}"],
  SG: ["uen", "\\d{8}[A-Z]|\\d{9}[A-Z]|[RST]\\d{2}[A-Z]{2}\\d{4}[A-Z]"],
  SI: ["ddv", "(?:SI)?\\d{8}"],
  SK: ["dph", "(?:SK)?\\d{10}"],
  SM: ["coe", "(?:SM)?\\d{1,5}"],
  SV: ["nit", "(?:SV)?\\d{14}"],
  TH: ["tin", "\\d{13}"],
  TN: ["mf", "\\d{7}[A-Z](?:[A-Z]{2}\\d{3})?"],
  TR: ["vkn", "\\d{10}"],
  TW: ["ubn", "\\d{8}"],
  UA: ["edrpou", "\\d{8}"],
  US: ["ein", "\\d{9}"],
  UY: ["rut", "(?:UY)?\\d{12}"],
  VE: ["rif", "[EGJPV]\\d{9}"],
  VN: ["mst", "\\d{10}(?:\\d{3})?"],
  ZA: ["vat", "\\d{10}"],
}

/** Short names where the package has none, or not the one that invoices there have. */
const NAMES = {
  BE: "BTW/TVA",
  BY: "УНП",
  DE: "USt-IdNr.",
  FO: "V-tal",
  GR: "ΑΦΜ",
  HU: "Adószám",
  IE: "VAT No.",
  MK: "ЕДБ",
  NO: "MVA-nr.",
  ZA: "VAT No.",
}

const LONGEST = 20
const TRIES = 20_000

/** Country → `{ name, shape }`. */
export function taxNumbers({ stdnum }) {
  const found = new Map()
  for (const [country, [key, shape]] of Object.entries(NUMBERS)) {
    const validator = stdnum.validators[country]?.[key]
    check(validator, `${country} has no number ${key}`)
    const short = validator.abbreviation?.trim()
    const name = NAMES[country] ?? (short || key.toUpperCase())
    check(name.length <= LONGEST, `${country}: ${name} is too long`)
    check(isAccepted(shape, validator), `${country}: no number of the shape ${shape} is one`)
    found.set(country, { name, shape })
  }
  return found
}

/** Whether the validator takes one of many numbers of the shape; the last digits of most are check digits. */
function isAccepted(shape, validator) {
  let seed = 1
  const next = (limit) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % limit
  }
  const tries = Array.from({ length: TRIES })
  return tries.some(() => validator.validate(sample(shape, next)).isValid)
}

/** A text of the shape; of a choice any, of a range of lengths any, of an option with or without it. */
function sample(shape, next) {
  const options = split(shape)
  if (options.length > 1) return sample(options[next(options.length)], next)
  let text = ""
  let rest = shape
  while (rest !== "") {
    const [whole, group, set, digit, letter, from, to, isOptional] = PIECE.exec(rest) ?? []
    check(whole, `the shape ${shape} has an unknown piece`)
    const least = isOptional ? 0 : Number(from ?? 1)
    const most = isOptional ? 1 : Number(to ?? from ?? 1)
    const count = least + next(most - least + 1)
    for (let at = 0; at < count; at += 1) {
      if (group !== undefined) text += sample(group, next)
      else if (set !== undefined) text += one(set, next)
      else text += digit === undefined ? letter : one("0-9", next)
    }
    rest = rest.slice(whole.length)
  }
  return text
}

/** `(?:…)` without groups inside it but those of one level, `[…]`, `\d`, a letter; each with `{n}`, `{n,m}` or `?`. */
const PIECE =
  /^(?:\(\?:((?:[^()]|\(\?:[^()]*\))*)\)|\[([^\]]+)\]|(\\d)|([0-9A-Z]))(?:\{(\d+)(?:,(\d+))?\}|(\?))?/

/** The choices of a shape that are not inside a group. */
function split(shape) {
  const parts = [""]
  let depth = 0
  for (const letter of shape) {
    depth += letter === "(" ? 1 : letter === ")" ? -1 : 0
    if (letter === "|" && depth === 0) parts.push("")
    else parts[parts.length - 1] += letter
  }
  return parts
}

/** A letter of a set, such as `0-9A-Z`. */
function one(set, next) {
  const letters = set.replace(/(.)-(.)/gu, (_, from, to) => {
    const codes = Array.from({ length: to.codePointAt(0) - from.codePointAt(0) + 1 })
    return codes.map((_, at) => String.fromCodePoint(from.codePointAt(0) + at)).join("")
  })
  const all = [...letters]
  return all[next(all.length)]
}
