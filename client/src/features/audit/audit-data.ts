/** Entries of the trail as the service gives them; words of closed sets stay texts. */
import type { components } from "#client/wire/api.ts"

type Wire = components["schemas"]

export type AuditRow = Pick<
  Wire["AuditEntry"],
  | "_id"
  | "seq"
  | "at"
  | "action"
  | "entity"
  | "changes"
  | "reason"
  | "batchId"
  | "requestId"
  | "ip"
  | "browser"
> & {
  actor: Pick<Wire["AuditActor"], "id" | "name" | "emailId"> & { type: string }
  result: string
  origin: string
}

export type Chain = Wire["AuditChain"]

/** Whoever may be filtered by. */
export type Person = Pick<Wire["User"], "_id" | "name">
