/** Conditions of a list, `field:op:value` as the services read them, and how a person reads them. */
import { msg } from "#client/lib/words.ts"
import type { Say } from "#client/ui/text.tsx"

import type { Filter } from "./noun.ts"
import type { Stored } from "./use-names.ts"

export interface Condition {
  field: string
  op: string
  value: string
}

export const OPERATORS: Readonly<Record<Filter["kind"], readonly { op: string; label: string }[]>> =
  {
    text: [
      { op: "has", label: msg("contains") },
      { op: "starts", label: msg("starts with") },
      { op: "eq", label: msg("is") },
      { op: "ne", label: msg("is not") },
      { op: "in", label: msg("is one of") },
    ],
    number: [
      { op: "eq", label: msg("is") },
      { op: "ge", label: msg("is at least") },
      { op: "le", label: msg("is at most") },
    ],
    day: [
      { op: "ge", label: msg("is on or after") },
      { op: "lt", label: msg("is before") },
    ],
    flag: [{ op: "eq", label: msg("is") }],
    choice: [
      { op: "eq", label: msg("is") },
      { op: "ne", label: msg("is not") },
      { op: "in", label: msg("is one of") },
    ],
    lookup: [
      { op: "eq", label: msg("is") },
      { op: "ne", label: msg("is not") },
    ],
  }

/** What an address may say of a lookup besides what its line offers. */
const LISTED = [{ op: "in", label: msg("is one of") }] as const

export const FLAGS = [
  { value: "true", label: msg("Yes") },
  { value: "false", label: msg("No") },
] as const

/** As many as the services take at once. */
export const MOST = 20

/** The values of `in`, which stand between bars. */
export function valuesOf(text: string): readonly string[] {
  return text.split("|").filter((value) => value !== "")
}

/** Reads one; what lacks a part has it empty. */
export function conditionOf(text: string): Condition {
  const [field = "", op = "", ...rest] = text.split(":")
  return { field, op, value: rest.join(":") }
}

/** As the address holds it. */
export function conditionText({ field, op, value }: Condition): string {
  return `${field}:${op}:${value}`
}

const ANY = "any:"

/** Conditions of which one has to hold, as the services read them. */
export function anyText(conditions: readonly string[]): string {
  return ANY + JSON.stringify(conditions)
}

/** The conditions of which one has to hold; `null` for a condition that is no such thing. */
export function anyOf(text: string): readonly string[] | null {
  if (!text.startsWith(ANY)) return null
  try {
    const conditions: unknown = JSON.parse(text.slice(ANY.length))
    return Array.isArray(conditions) ? conditions.filter((each) => typeof each === "string") : null
  } catch {
    return null
  }
}

/** What a value of a lookup is called. */
export type NameOf = (stored: Stored) => string

/** The values of lookups that conditions are about. */
export function storedIn(conditions: readonly string[], filters: readonly Filter[]): Stored[] {
  return conditions
    .flatMap((text) => anyOf(text) ?? [text])
    .flatMap((text) => {
      const { field, value } = conditionOf(text)
      const filter = filters.find((each) => each.field === field)
      if (filter?.kind !== "lookup") return []
      return valuesOf(value).map((each) => ({ source: filter.source, value: each }))
    })
}

/** "Kind is Person"; a condition that this list does not offer is shown as it stands in the address. */
export function sentenceOf(
  text: string,
  filters: readonly Filter[],
  t: Say,
  nameOf: NameOf = ({ value }) => value,
): string {
  const any = anyOf(text)
  if (any !== null) {
    const sentences = any.map((each) => sentenceOf(each, filters, t, nameOf))
    return sentences.length > 1
      ? sentences.reduce((one, other) => t("{one} or {other}", { one, other }))
      : sentences.join("")
  }
  const { field, op, value } = conditionOf(text)
  const filter = filters.find((each) => each.field === field)
  const operator = filter && [...OPERATORS[filter.kind], ...LISTED].find((each) => each.op === op)
  if (filter === undefined || operator === undefined) return text
  return t("{field} {operator} {value}", {
    field: t(filter.label),
    operator: t(operator.label),
    value:
      op === "in"
        ? valuesOf(value)
            .map((each) => valueText(filter, each, t, nameOf))
            .join(", ")
        : valueText(filter, value, t, nameOf),
  })
}

function valueText(filter: Filter, value: string, t: Say, nameOf: NameOf): string {
  if (filter.kind === "lookup") return nameOf({ source: filter.source, value })
  const options = filter.kind === "choice" ? filter.options : filter.kind === "flag" ? FLAGS : []
  const option = options.find((each) => each.value === value)
  return option === undefined ? value : t(option.label)
}
