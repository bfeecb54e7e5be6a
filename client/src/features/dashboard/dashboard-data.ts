/** What the dashboard's needs answer. Words of closed sets stay texts, as in the lists. */
import type { components } from "#client/wire/api.ts"

type Wire = components["schemas"]

export type Overview = Wire["CompanyOverview"]

export type AuditRow = Pick<Wire["AuditEntry"], "_id" | "at" | "action"> & {
  actor: Pick<Wire["AuditActor"], "name"> & { type: string }
  entity: Pick<Wire["AuditEntity"], "type" | "label">
  result: string
}
