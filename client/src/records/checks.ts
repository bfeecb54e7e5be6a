/** What a form can tell by itself is wrong. The server has the last word, and the same fields carry what it says. */
import { msg } from "#client/lib/words.ts"

import type { FieldSpec, Values } from "./fields.ts"
import type { Faults } from "./use-record-form.ts"
import { valueAt } from "./values.ts"

/** Everything that is wrong, by path. */
export function checkFields(fields: readonly FieldSpec[], values: Values): Faults {
  const found: Record<string, string> = {}
  for (const field of fields) {
    const value = valueAt(values, field.name)
    if (field.kind === "list") {
      for (const [index, thing] of list(value).entries()) {
        const inner = checkFields(field.of, Object(thing))
        for (const [path, text] of Object.entries(inner)) {
          found[`${field.name}.${String(index)}.${path}`] = text
        }
      }
    }
    const fault = checkValue(field, value)
    if (fault !== null) found[field.name] = fault
  }
  return found
}

function checkValue(field: FieldSpec, value: unknown): string | null {
  const isEmpty = value == null || value === "" || (Array.isArray(value) && value.length === 0)
  if (isEmpty) return field.required === true ? msg("This is needed.") : null
  switch (field.kind) {
    case "text":
      return typeof value === "string" ? checkText(field, value) : null
    case "long":
      return typeof value === "string" && value.length > field.max ? LONG : null
    case "number":
      return typeof value === "number" ? checkNumber(field, value) : msg("This is not a number.")
    case "texts":
      return list(value).length > field.max ? MANY : null
    case "list":
    case "lookups":
      return list(value).length > field.max ? MANY : null
    case "flag":
    case "choice":
    case "choices":
    case "day":
    case "lookup":
    case "custom":
      return null
    default:
      return field satisfies never
  }
}

const LONG = msg("This is too long.")
const MANY = msg("These are too many.")

const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u
const WEB = /^https:\/\/\S+$/u
/** E.164. */
const PHONE = /^\+[1-9]\d{6,14}$/u

function checkText(field: FieldSpec & { kind: "text" }, value: string): string | null {
  if (value.length > field.max) return LONG
  if (field.type === "email" && !MAIL.test(value)) {
    return msg("Write an address such as name@example.com.")
  }
  if (field.type === "url" && !WEB.test(value)) return msg("Begin the address with https://.")
  if (field.type === "tel" && !PHONE.test(value.replaceAll(/[\s()-]/gu, ""))) {
    return msg("Write the number with its country code, such as +31 20 123 4567.")
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
