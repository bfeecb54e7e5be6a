/** Values of a record by path, what differs between two states of it, and how two changes of the same record are joined. */
import type { FieldSpec, Values } from "./fields.ts"

/** The value at a path; `undefined` where there is none. */
export function valueAt(values: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), values)
}

/** The same with another value at that path; what is on the way there is made when missing. */
export function withValue(values: Values, path: string, value: unknown): Values {
  const [key = "", ...rest] = path.split(".")
  if (rest.length === 0) return { ...values, [key]: value }
  const inner = values[key]
  return { ...values, [key]: withValue(isObject(inner) ? inner : {}, rest.join("."), value) }
}

/** Whether two values are the same to somebody who fills in a form: nothing and an empty text are. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || settled(one) === settled(other)
}

/** Names of the fields in which two states differ. */
export function changedNames(
  fields: readonly FieldSpec[],
  before: Values,
  after: Values,
): readonly string[] {
  return fields
    .map(({ name }) => name)
    .filter((name) => !isSame(valueAt(before, name), valueAt(after, name)))
}

/** What is sent: the outermost field of each change, whole. */
export function patchOf(names: readonly string[], values: Values): Values {
  return Object.fromEntries(
    names.map((name) => {
      const [key = ""] = name.split(".")
      return [key, values[key]]
    }),
  )
}

export interface Merged {
  /** What stands there now, with the changes of this form that touch nothing of theirs. */
  values: Values
  /** Fields that both have changed, each to something else. */
  conflicts: readonly string[]
}

/** Joins what this form changed with what somebody else changed meanwhile, field by field. */
export function merge(
  fields: readonly FieldSpec[],
  { base, mine, theirs }: { base: Values; mine: Values; theirs: Values },
): Merged {
  const changed = changedNames(fields, base, mine)
  const conflicts = changed.filter((name) => {
    const now = valueAt(theirs, name)
    return !isSame(now, valueAt(base, name)) && !isSame(now, valueAt(mine, name))
  })
  const values = changed.reduce(
    (joined, name) => withValue(joined, name, valueAt(mine, name)),
    theirs,
  )
  return { values, conflicts }
}

/** The field's path of a JSON pointer (RFC 6901). */
export function pathOfPointer(pointer: string): string {
  return pointer
    .replace(/^\//u, "")
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".")
}

/** Where the value of a path is once things were added to its list or taken out of it; `null` when it was taken out. */
export function movedPath(path: string, before: Values, after: Values): string | null {
  const [name = "", at = "", ...rest] = path.split(".")
  const was: unknown = before[name]
  const is: unknown = after[name]
  if (!Array.isArray(was) || !Array.isArray(is) || was.length === is.length || at === "")
    return path
  const place = is.indexOf(was[Number(at)])
  return place === -1 ? null : [name, place, ...rest].join(".")
}

/** A value as a text that is equal for equal values; keys in order, and what is empty left out. */
function settled(value: unknown): string {
  return JSON.stringify(trimmed(value) ?? null)
}

function trimmed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(trimmed)
  if (isObject(value)) {
    const entries = Object.entries(value)
      .map(([key, each]) => [key, trimmed(each)] as const)
      .filter(([, each]) => each !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
    return entries.length === 0 ? undefined : Object.fromEntries(entries)
  }
  return value === "" || value === null ? undefined : value
}

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null
}
