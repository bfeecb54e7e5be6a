import type { Problem } from "#client/lib/problem.ts"
import type { Changed } from "#client/services/auth/own-sign-in.ts"
import type { FieldErrors, Refusal } from "#client/ui/use-checked-form.ts"

/** What a form shows of an attempt that failed; `null` for every other outcome. */
export function refusalOf<N extends string>(
  outcome: Changed,
  names: readonly N[],
): Refusal<N> | null {
  if (outcome.status !== "failed") return null
  const { text, field, errors } = outcome
  const own = names.find((name) => name === field)
  if (own !== undefined) {
    const fields: FieldErrors<N> = {}
    fields[own] = text
    return { fields }
  }
  const fields = fieldsOf(errors, names)
  return Object.keys(fields).length > 0 ? { fields } : { message: text }
}

/** What the server said of a form that was posted without script. */
export function refusalOfProblem<N extends string>(
  problem: Problem,
  names: readonly N[],
): Refusal<N> {
  const fields = fieldsOf(problem.errors ?? [], names)
  return Object.keys(fields).length > 0 ? { fields } : { message: problem.detail ?? problem.title }
}

/** A pointer such as `/companyName` names the field of the same name. */
function fieldsOf<N extends string>(
  errors: readonly { pointer: string; detail: string }[],
  names: readonly N[],
): FieldErrors<N> {
  const fields: FieldErrors<N> = {}
  for (const { pointer, detail } of errors) {
    const name = names.find((known) => pointer === `/${known}`)
    if (name !== undefined) fields[name] = detail
  }
  return fields
}
