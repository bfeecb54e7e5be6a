/** Closed sets of words as a company's picklist has them: which are offered, in which order, and by which names. */
import type { Choice } from "./choices.ts"

/** The picklists whose words are a closed set of the product. */
export type PicklistCode = "company_type" | "contact_role" | "document_type" | "incoterm"

/** `2026-11-25` */
export type Day = string

/** A value of a picklist; the order of several is the picklist's. */
export interface PicklistValue {
  code: string
  label: string
  /** By language. */
  labels?: Readonly<Record<string, string>>
  validFrom?: Day | null
  validTo?: Day | null
  /** Whether the company changed it. */
  isLocalOverride?: boolean
}

interface Reader {
  /** The values that the picklist has enabled. */
  values: readonly PicklistValue[]
  language: string
  day: Day
  /** What is stored remains an option, offered or not. */
  stored: readonly string[]
}

/** A picklist that has none of the words is of something else, and changes nothing. */
export function picklistOptions(
  options: readonly Choice[],
  { values, language, day, stored }: Reader,
): readonly Choice[] {
  const places = new Map(values.map((value, at) => [value.code, { value, at }]))
  if (!options.some(({ value }) => places.has(value))) return options
  return options
    .flatMap((option) => {
      const place = places.get(option.value)
      if (place !== undefined && isValid(place.value, day)) {
        return [{ option: named(option, place.value, language), at: place.at }]
      }
      return stored.includes(option.value) ? [{ option, at: values.length }] : []
    })
    .toSorted((one, other) => one.at - other.at)
    .map(({ option }) => option)
}

/** The product's own word is translated, so it gives way only to one of the company's. */
function named(option: Choice, value: PicklistValue, language: string): Choice {
  const own = value.isLocalOverride === true ? value.label : option.label
  return { ...option, label: value.labels?.[language] ?? own }
}

function isValid({ validFrom, validTo }: PicklistValue, day: Day): boolean {
  return (validFrom ?? day) <= day && day <= (validTo ?? day)
}
