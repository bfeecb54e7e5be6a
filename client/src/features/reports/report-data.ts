/** Reports and what they can be about, as the service gives them; words of closed sets stay texts. */
import type { components } from "#client/wire/api.ts"

type Wire = components["schemas"]

export interface ReportColumn {
  field: string
  label: string
  width: number | null
  agg: string
  sort: string
}

export interface ReportGroup {
  field: string
  by: string
}

export interface ReportChart {
  type: string
  x: string
  y: string
}

/** When it is sent by mail, in which form and to whom. */
export interface ReportSchedule {
  every: string
  weekdays: readonly string[]
  /** From 1 to 31; in a shorter month its last day. */
  monthDay: number
  /** `HH:MM` in the company's time zone. */
  time: string
  /** Ids. */
  users: readonly string[]
  /** Ids. */
  groups: readonly string[]
  format: string
  onlyIfRows: boolean
  isPaused: boolean
}

export type DeliverySummary = Wire["ReportDeliverySummary"]

export type Report = Omit<
  Wire["ReportSketch"],
  "dataset" | "columns" | "groupBy" | "chart" | "visibility" | "lastRun" | "schedule"
> & {
  dataset: string
  columns: readonly ReportColumn[]
  groupBy: readonly ReportGroup[]
  chart: ReportChart
  visibility: string
  schedule: ReportSchedule | null
  lastRun: (Omit<Wire["LastRun"], "status"> & { status: string }) | null
}

export interface DatasetField {
  name: string
  label: string
  kind: string
  words: readonly string[]
  aggregates: readonly string[]
  ops: readonly string[]
  is_groupable: boolean
  is_country: boolean
  /** What the screens call its words, in English. */
  labels?: Readonly<Record<string, string>>
  /** Where a company may call them otherwise. */
  picklist?: string | null
}

export interface Dataset {
  name: string
  label: string
  fields: readonly DatasetField[]
}

/** What a column is called in a chart: its field, or how it is summed up and the field. */
export function keyOf({ agg, field }: Pick<ReportColumn, "agg" | "field">): string {
  return agg === "none" ? field : `${agg}:${field}`
}
