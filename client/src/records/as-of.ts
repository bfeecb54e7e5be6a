/** A record as it was at a moment, field by field: what it held, what differs from today, and what nobody knows. */
import { searchValues } from "#client/lib/search.ts"
import type { AsOf } from "#client/services/records.ts"

import type { FieldSpec, Section, Values } from "./fields.ts"
import { fieldsOf } from "./fields.ts"
import { pathOfPointer, withValue } from "./values.ts"

type Difference = AsOf["differences"][number]
type UnknownField = AsOf["unknown"][number]

/** The moment that an address asks for, as it stands there; `null` where it asks for none. */
export function momentIn(url: string): string | null {
  const cut = url.indexOf("?")
  const { at = "" } = cut < 0 ? {} : searchValues(url.slice(cut))
  return at === "" ? null : at
}

/** The record as a form would hold it then. What is computed is today's, and stands for nothing that was stored. */
export function valuesThen({ fields, differences, unknown }: AsOf, today: Values): Values {
  const stored: Values = { ...today, ...fields }
  // What a record leaves out where it is empty is not among the fields.
  const emptied = differences.filter(({ path }) => !Object.hasOwn(fields, outermost(path)))
  const then = emptied.reduce<Values>(
    (values, { path, was }) => withValue(values, pathOfPointer(path), was),
    stored,
  )
  return unknown.reduce<Values>(
    (values, { path }) => withValue(values, pathOfPointer(path), null),
    then,
  )
}

/** What is said of a field. */
export interface FieldThen {
  field: FieldSpec
  /** Why its value is not known; `null` when it is. */
  unknown: UnknownField["why"] | null
  differs: boolean
}

/** The fields of a section that the record had then. */
export function fieldsThen({ fields }: Section, asOf: AsOf, then: Values): readonly FieldThen[] {
  return fields
    .filter(({ name, when }) => when?.(then) !== false && isStored(asOf, name))
    .map((field) => ({
      field,
      unknown: asOf.unknown.find(({ path }) => meet(field.name, path))?.why ?? null,
      differs: asOf.differences.some(({ path }) => meet(field.name, path)),
    }))
}

/** What differs in fields that the form does not have. */
export function otherDifferences(
  sections: readonly Section[],
  { differences }: AsOf,
): readonly Difference[] {
  const fields = fieldsOf(sections)
  return differences.filter(({ path }) => !fields.some(({ name }) => meet(name, path)))
}

/** How many fields, and other values, differ from today. */
export function differingCount(sections: readonly Section[], asOf: AsOf, then: Values): number {
  const shown = sections.flatMap((section) => fieldsThen(section, asOf, then))
  const fields = shown.filter(({ differs }) => differs)
  return fields.length + otherDifferences(sections, asOf).length
}

/** Whether it is stored: some fields of forms are computed, and the trail says nothing of them. */
function isStored({ fields, differences, unknown }: AsOf, name: string): boolean {
  const [key = ""] = name.split(".")
  return (
    Object.hasOwn(fields, key) ||
    [...differences, ...unknown].some(({ path }) => outermost(path) === key)
  )
}

function outermost(pointer: string): string {
  return pathOfPointer(pointer.split("/").slice(0, 2).join("/"))
}

/** Whether a field and a pointer are about the same value, or one about a part of the other's. */
function meet(name: string, pointer: string): boolean {
  const path = pathOfPointer(pointer)
  return path === name || path.startsWith(`${name}.`) || name.startsWith(`${path}.`)
}
