/** The problem behind a failure of a request; any other failure goes on. */
import type { Problem } from "#client/lib/problem.ts"

import { RequestFailed } from "./request-failed.ts"

export function problemOf(error: unknown): Problem {
  if (error instanceof RequestFailed) return error.problem
  throw error
}
