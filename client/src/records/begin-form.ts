/** The state that a form begins with: the record, or what was typed in a form that the server draws again. */
import type { PostedForm, PostedRecord } from "#client/lib/input.ts"
import type { Problem } from "#client/lib/problem.ts"

import type { FieldSpec, Values } from "./fields.ts"
import type { Conflict, Faults, FormState } from "./use-record-form.ts"
import { merge, pathOfPointer } from "./values.ts"

interface Beginning {
  /** The record as it is stored, or what a new one begins with. */
  initial: Values
  /** What changes to a new one are counted from. */
  untouched: Values
  isNew: boolean
  fields: readonly FieldSpec[]
  posted: PostedForm | null
}

export function beginForm(beginning: Beginning): FormState {
  const { initial, untouched, posted } = beginning
  const state = {
    base: untouched,
    values: initial,
    faults: {},
    problem: null,
    attempt: 0,
    saving: false,
    conflict: null,
  }
  const record = posted?.record ?? null
  return record === null ? state : { ...state, ...typedIn(beginning, record) }
}

function typedIn(
  { initial, untouched, isNew, fields, posted }: Beginning,
  record: PostedRecord,
): Partial<FormState> {
  const problem = posted?.problem ?? null
  const base = isNew ? untouched : { ...initial, ...record.base }
  const mine = { ...initial, ...record.base, ...record.values }
  if (isNew || problem?.status !== 412) {
    const faults = problem === null ? {} : faultsOf(problem)
    return { base, values: mine, faults, problem, attempt: problem === null ? 0 : 1 }
  }
  const { values, conflicts } = merge(fields, { base, mine, theirs: initial })
  if (conflicts.length === 0) return { base: initial, values }
  return { base, values, conflict: { base, theirs: initial, by: byOf(problem), names: conflicts } }
}

/** The errors of a problem, by the paths of their fields. */
export function faultsOf({ errors = [] }: Problem): Faults {
  return Object.fromEntries(errors.map(({ pointer, detail }) => [pathOfPointer(pointer), detail]))
}

/** Who saved the current version, if the problem says so. */
export function byOf(problem: Problem): Conflict["by"] {
  return problem.current === undefined
    ? null
    : { name: problem.current.updatedBy, at: problem.current.updatedAt }
}
