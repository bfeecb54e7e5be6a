/** Values of fields as controls and texts take them; what a record holds may be anything. */
import type { FieldSpec, Values } from "./fields.ts"
import { isSame, valueAt } from "./values.ts"

/** What a lookup's stored value is called, where the record says so. */
export function shownOf(
  field: FieldSpec & { kind: "lookup" },
  value: unknown,
  stored: Values,
): string | undefined {
  if (field.shown === undefined || !isSame(value, valueAt(stored, field.name))) return undefined
  const shown = valueAt(stored, field.shown)
  return typeof shown === "string" && shown !== "" ? shown : undefined
}

/** The texts of a list. */
export function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : []
}
