/** The closed sets of words of a report, each with what it is called. */
import { msg } from "#client/lib/words.ts"

export const DATASETS = [
  { value: "contacts", label: msg("Contacts") },
  { value: "ports", label: msg("Ports") },
  { value: "audit", label: msg("Audit history") },
  { value: "issues", label: msg("Issues") },
  { value: "files", label: msg("Files") },
  { value: "users", label: msg("Users") },
  { value: "mail", label: msg("Mail") },
] as const

export const VISIBILITIES = [
  { value: "private", label: msg("Only me") },
  { value: "roles", label: msg("People with certain roles") },
  { value: "company", label: msg("Everyone in the company") },
] as const

export const AGGREGATES = [
  { value: "none", label: msg("No aggregation") },
  { value: "count", label: msg("Count") },
  { value: "countDistinct", label: msg("Count distinct") },
  { value: "sum", label: msg("Sum") },
  { value: "avg", label: msg("Average") },
  { value: "min", label: msg("Minimum") },
  { value: "max", label: msg("Maximum") },
] as const

export const SORTS = [
  { value: "none", label: msg("Not sorted") },
  { value: "asc", label: msg("Ascending") },
  { value: "desc", label: msg("Descending") },
] as const

export const UNITS = [
  { value: "value", label: msg("By value") },
  { value: "day", label: msg("Day") },
  { value: "week", label: msg("Week") },
  { value: "month", label: msg("Month") },
  { value: "quarter", label: msg("Quarter") },
  { value: "year", label: msg("Year") },
] as const

export const CHARTS = [
  { value: "none", label: msg("No chart") },
  { value: "bar", label: msg("Bars") },
  { value: "line", label: msg("Line") },
  { value: "pie", label: msg("Pie") },
] as const

export const OPERATORS = [
  { value: "eq", label: msg("is") },
  { value: "ne", label: msg("is not") },
  { value: "lt", label: msg("is below") },
  { value: "le", label: msg("is at most") },
  { value: "gt", label: msg("is above") },
  { value: "ge", label: msg("is at least") },
  { value: "in", label: msg("is one of") },
  { value: "has", label: msg("contains") },
  { value: "starts", label: msg("starts with") },
  { value: "empty", label: msg("is empty") },
  { value: "filled", label: msg("is not empty") },
] as const

/** The same of days and moments. */
export const TIME_OPERATORS: Readonly<Record<string, string>> = {
  eq: msg("is on"),
  ne: msg("is not on"),
  lt: msg("is before"),
  le: msg("is on or before"),
  gt: msg("is after"),
  ge: msg("is on or after"),
}

/** Days counted from the day on which the report runs. */
export const RELATIVE_DAYS = [
  { value: "0d", label: msg("Today") },
  { value: "-1d", label: msg("Yesterday") },
  { value: "-7d", label: msg("7 days ago") },
  { value: "-30d", label: msg("30 days ago") },
  { value: "-90d", label: msg("90 days ago") },
  { value: "-365d", label: msg("A year ago") },
  { value: "7d", label: msg("In 7 days") },
  { value: "30d", label: msg("In 30 days") },
] as const

export const INTERVALS = [
  { value: "week", label: msg("Every week") },
  { value: "month", label: msg("Every month") },
] as const

export const FORMATS = [
  { value: "csv", label: msg("CSV") },
  { value: "xlsx", label: msg("Excel (XLSX)") },
  { value: "pdf", label: msg("PDF with the chart") },
] as const
