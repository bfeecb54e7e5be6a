/** What the dashboard's needs answer. */
import type { components } from "#client/wire/api.ts"

type Wire = components["schemas"]

export type Overview = Wire["CompanyOverview"]

export type AttentionGroup = Wire["AttentionGroup"]
export type AttentionItem = Wire["AttentionItem"]
export type OfficeHours = Required<Wire["OfficeHours"]>
/** A public holiday of an office's country: its day (`2027-04-27`), and what it is called. */
export type Holiday = Wire["HolidayOn"]

/** What a clock shows of an office. */
export type ClockOffice = Pick<Wire["Office"], "_id" | "timezone"> & {
  name: string
  hours?: Wire["OfficeHours"]
  /** Around today, by their days. */
  holidays?: readonly Holiday[]
}
