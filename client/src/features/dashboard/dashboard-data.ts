/** What the dashboard's needs answer. */
import type { components } from "#client/wire/api.ts"

type Wire = components["schemas"]

export type Overview = Wire["CompanyOverview"]

export type AttentionGroup = Wire["AttentionGroup"]
export type AttentionItem = Wire["AttentionItem"]
export type OfficeHours = Required<Wire["OfficeHours"]>

/** What a clock shows of an office. */
export type ClockOffice = Pick<Wire["Office"], "_id" | "timezone"> & {
  name: string
  hours?: Wire["OfficeHours"]
}
