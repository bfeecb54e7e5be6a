/** What a form can tell by itself is wrong. The server has the last word, and the same fields carry what it says. */
import { formatDay } from "#client/lib/format/date.ts"
import { internationalNumber } from "#client/lib/phone.ts"
import { msg } from "#client/lib/words.ts"

import { type FieldSpec, type Values, isRequired } from "./fields.ts"
import type { Faults } from "./use-record-form.ts"
import { valueAt } from "./values.ts"

/** Everything that is wrong, by path; telephone numbers without a country code are dialled from `country`. */
export function checkFields(fields: readonly FieldSpec[], values: Values, country: string): Faults {
  const found: Record<string, string> = {}
  for (const field of fields) {
    const value = valueAt(values, field.name)
    if (field.kind === "list") {
      for (const [index, thing] of list(value).entries()) {
        const inner = checkFields(field.of, Object(thing), country)
        for (const [path, text] of Object.entries(inner)) {
          found[`${field.name}.${String(index)}.${path}`] = text
        }
      }
    }
    const fault = checkValue(field, values, country)
    if (fault !== null) found[field.name] = fault
  }
  return found
}

function checkValue(field: FieldSpec, values: Values, country: string): string | null {
  const value = valueAt(values, field.name)
  const isEmpty = value == null || value === "" || (Array.isArray(value) && value.length === 0)
  if (isEmpty) return isRequired(field, values) ? msg("This field is required.") : null
  switch (field.kind) {
    case "text":
      return typeof value === "string"
        ? checkText(field, value, dialledFrom(field, values, country))
        : null
    case "long":
      return typeof value === "string" && value.length > field.max ? LONG : null
    case "number":
      return typeof value === "number" ? checkNumber(field, value) : msg("Enter a number.")
    case "texts":
      return list(value).length > field.max ? MANY : null
    case "list":
    case "lookups":
      return list(value).length > field.max ? MANY : null
    case "day":
      return typeof value === "string" && formatDay(value, {}) !== ""
        ? null
        : msg("Enter a date, for example 3 Nov 2026.")
    case "flag":
    case "choice":
    case "choices":
    case "lookup":
    case "custom":
      return null
    default:
      return field satisfies never
  }
}

const LONG = msg("This is too long.")
const MANY = msg("There are too many entries.")

const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u
const WEB = /^https:\/\/\S+$/u

/** Alpha-2 code of the country that a telephone number without a country code is dialled from. */
export function dialledFrom(field: FieldSpec, values: Values, country: string): string {
  const path = field.kind === "text" ? field.dialledFrom : undefined
  const own = path === undefined ? undefined : valueAt(values, path)
  return typeof own === "string" && own !== "" ? own : country
}

function checkText(
  field: FieldSpec & { kind: "text" },
  value: string,
  country: string,
): string | null {
  if (value.length > field.max) return LONG
  if (field.type === "email" && !MAIL.test(value)) {
    return msg("Enter an e-mail address, for example name@example.com.")
  }
  if (field.type === "url" && !WEB.test(value))
    return msg("Enter a web address that starts with https://.")
  if (field.type === "tel" && internationalNumber(value, country) === null) {
    return msg("Enter a phone number with its country code, for example +31 10 413 1234.")
  }
  return field.check?.(value) ?? null
}

function checkNumber({ min, max }: { min?: number; max?: number }, value: number): string | null {
  if (min !== undefined && value < min) return msg("This is too small.")
  return max !== undefined && value > max ? msg("This is too large.") : null
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
