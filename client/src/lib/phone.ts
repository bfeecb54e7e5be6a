/**
 * Telephone numbers: what people write, in the one form in which numbers are stored (E.164).
 *
 * Invariant: the services read numbers by the same rule (`phone.rs`) from the same table; both are tested with the cases of
 * `phone-cases.json`.
 */
import { latinDigits } from "./digits.ts"
import plans from "./phone-plans.json" with { type: "json" }

/**
 * Country → calling code, prefix of a call within the country, and prefix of a call abroad (`00` unless given), after the
 * metadata of libphonenumber. `-` is no prefix; `=` is none either, and the zeros at the front belong to the number.
 */
const PLANS: Readonly<Record<string, string>> = plans

/** What people write between digits. */
const SEPARATORS = /[ \t\u00a0\u2009\u202f\-\u2010\u2011\u2013./]/gu
const E164 = /^\+[1-9]\d{6,14}$/u
/** Without its prefix a shorter number may lack its area as well. */
const WHOLE = 10
/** Numbers of an area are no shorter. */
const SHORTEST = 6
/** Calling codes of plans in which every number has ten digits. */
const TEN_DIGITS = new Set(["1", "7"])

/** The number in E.164 as it is dialled from `country` (alpha-2); `null` if it is none. */
export function internationalNumber(text: string, country: string): string | null {
  const plan = Object.hasOwn(PLANS, country) ? PLANS[country] : undefined
  const [code = "", trunk = "-", abroad = "00"] = plan?.split(" ") ?? ["", "-", "-"]
  const written = latinDigits(text).replaceAll("\uff0b", "+").replaceAll(SEPARATORS, "")
  const isAbroad = written.startsWith("+") || (abroad !== "-" && written.startsWith(abroad))
  // As in +31 (0)10: the zero is dialled within the country alone.
  const digits = (isAbroad ? written.replace("(0)", "") : written).replaceAll(/[()]/gu, "")
  if (digits.startsWith("+")) return checked(digits)
  if (isAbroad) return checked(`+${digits.slice(abroad.length)}`)
  if (code === "") return null
  if (!TEN_DIGITS.has(code)) return checked(`+${code}${nationalNumber(digits, trunk)}`)
  const national = digits.length === WHOLE ? digits : nationalNumber(digits, trunk)
  return national.length === WHOLE ? checked(`+${code}${national}`) : null
}

/** The number without the prefix of calls within the country; empty if that prefix or its area is missing. */
function nationalNumber(digits: string, trunk: string): string {
  if (trunk === "=") return digits
  const hasTrunk = digits.startsWith(trunk)
  const rest = hasTrunk ? digits.slice(trunk.length) : digits
  // Belarus dials 8 and then the zero of the area.
  const number = trunk === "8" && hasTrunk && rest.startsWith("0") ? rest.slice(1) : rest
  if (number.startsWith("0")) return ""
  if (trunk === "-") return number
  return number.length >= (hasTrunk ? SHORTEST : WHOLE) ? number : ""
}

function checked(number: string): string | null {
  return E164.test(number) ? number : null
}
