import type { Problem } from "#client/lib/problem.ts"

/** A request that was answered with a problem, or not at all. It carries no header and no token. */
export class RequestFailed extends Error {
  override readonly name = "RequestFailed"
  readonly problem: Problem

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.detail ?? problem.title, options)
    this.problem = problem
  }
}
