/** How a summary names the field at fault, and which control it leads to. */
import type { Say } from "#client/ui/text.tsx"

import type { FieldSpec } from "./fields.ts"

export interface NamedFault {
  /** Name of the control; absent where the form has none for it. */
  name?: string
  text: string
}

/** The faults in the order of the form, each with the labels of its field. */
export function namedFaults(
  fields: readonly FieldSpec[],
  faults: Readonly<Record<string, string>>,
  t: Say,
): readonly NamedFault[] {
  const placeOf = (path: string) => fields.findIndex((field) => isAt(field, path))
  return Object.entries(faults)
    .map(([path, text]) => ({ path, text, place: placeOf(path) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ path, text, place }) => named(fields[place], path, t(text), t))
}

function named(field: FieldSpec | undefined, path: string, fault: string, t: Say): NamedFault {
  if (field === undefined) return { text: fault }
  const [at = "", ...rest] = path.slice(field.name.length + 1).split(".")
  if (field.kind !== "list" || at === "") {
    return { name: field.name, text: t("{field}: {fault}", { field: t(field.label), fault }) }
  }
  const of = field.of.find((each) => isAt(each, rest.join(".")))
  const [first] = field.of
  const list = t("{list} {number}", { list: t(field.label), number: Number(at) + 1 })
  const label = of === undefined ? list : t("{list}, {field}", { list, field: t(of.label) })
  return {
    name: `${field.name}.${at}.${(of ?? first)?.name ?? ""}`,
    text: t("{field}: {fault}", { field: label, fault }),
  }
}

function isAt({ name }: FieldSpec, path: string): boolean {
  return path === name || path.startsWith(`${name}.`)
}
