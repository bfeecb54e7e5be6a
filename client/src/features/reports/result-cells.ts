/** Cells of a result as a person reads them, by the kind of their column. */
import { formatDateTime, formatDay } from "#client/lib/format/date.ts"
import { formatNumber } from "#client/lib/format/number.ts"
import type { Values } from "#client/lib/words.ts"
import type { Look } from "#client/records/noun.ts"

export function cellText(value: unknown, kind: string, look: Look): string {
  const { t, locale, style } = look
  if (value === null || value === undefined || value === "") return "–"
  if (Array.isArray(value)) return value.map((each) => cellText(each, kind, look)).join(", ")
  if (typeof value === "boolean") return value ? t("Yes") : t("No")
  if (typeof value === "number") {
    return formatNumber(value, locale, Number.isInteger(value) ? 0 : 2)
  }
  if (typeof value !== "string") return JSON.stringify(value)
  if (/^\d{4}-\d{2}-\d{2}$/u.test(value)) return formatDay(value, style)
  if (kind === "moment" && /^\d{4}-\d{2}-\d{2}T/u.test(value)) return formatDateTime(value, style)
  return value
}

/** Set flush with the digits below. */
export function isNumeric({ kind, agg }: { kind: string; agg: string }): boolean {
  return kind === "number" || agg === "count" || agg === "countDistinct"
}

type Translated = (text: string, values?: Values) => string

/** What a column is called: its label, which is English unless somebody gave it; a sum's is `Sum: Amount`. */
export function headingOf({ agg, label }: { agg: string; label: string }, t: Translated): string {
  const end = label.indexOf(": ")
  return agg === "none" || end < 0
    ? t(label)
    : t("{how}: {field}", { how: t(label.slice(0, end)), field: t(label.slice(end + 2)) })
}
