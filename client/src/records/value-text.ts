/** A value of any field as a text for a person: in conflicts and in histories. */
import type { Say } from "#client/ui/text.tsx"

import type { FieldSpec } from "./fields.ts"

export function valueText(value: unknown, field: FieldSpec | undefined, t: Say): string {
  if (value == null || value === "") return NONE
  if (typeof value === "boolean") return value ? t("Yes") : t("No")
  if (Array.isArray(value)) {
    return value.length === 0 ? NONE : value.map((each) => valueText(each, field, t)).join(", ")
  }
  if (typeof value === "object") {
    const inner = Object.values(value).filter((each) => each != null && each !== "")
    return inner.map((each) => valueText(each, undefined, t)).join(" · ")
  }
  if (typeof value !== "string" && typeof value !== "number") return NONE
  const options = field !== undefined && "options" in field ? field.options : []
  const option = options.find((each) => each.value === value)
  return option === undefined ? String(value) : t(option.label)
}

const NONE = "–"
