/** Issues and what is said about them, as the service gives them; words of closed sets stay texts. */
import type { components } from "#client/wire/api.ts"

type Wire = components["schemas"]

export type Issue = Omit<
  Wire["Issue"],
  "type" | "severity" | "priority" | "status" | "nextStatuses"
> & {
  type: string
  severity: string
  priority: string
  status: string
  nextStatuses: readonly string[]
}

export type IssueComment = Wire["ShownIssueComment"]

export const ISSUES = "/iam/api/v1/issue/tracker"
