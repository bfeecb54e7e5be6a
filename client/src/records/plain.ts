/**
 * The description of a form by which the server reads what a browser sends without script (`server/http/record_form`). The build writes
 * it into the manifest.
 *
 * Invariant: it is derived from the fields that the screen draws; there is no second list.
 */
import type { FieldSpec, Section, Values } from "./fields.ts"
import { fieldsOf } from "./fields.ts"
import type { FoundBy } from "./sources.ts"

/** What a route's module exports as `form` when the server reads the form of its screen without script. */
export interface FormOf {
  noun: { service: string }
  sections: readonly Section[]
  /** Tells the screen to draw what the server needs. */
  isPlain: boolean
}

export interface PlainForm {
  /** Path of the list at the services. */
  service: string
  fields: readonly PlainField[]
}

export interface PlainField {
  name: string
  kind: FieldSpec["kind"]
  /** Value of an empty control. */
  empty?: "" | null
  code?: true
  max?: number
  of?: readonly PlainField[]
  blank?: Values
  /** The list in which a typed text is searched for; without one the text is the value. */
  source?: FoundBy
}

export function plainForm({ noun, sections }: FormOf): PlainForm {
  return { service: noun.service, fields: fieldsOf(sections).map(plainField) }
}

function plainField(field: FieldSpec): PlainField {
  const { name, kind } = field
  switch (field.kind) {
    case "text":
      return {
        name,
        kind,
        empty: field.none === null ? null : "",
        ...(field.code === true ? { code: true } : {}),
      }
    case "choice":
      return { name, kind, empty: field.none ?? null }
    case "lookup":
      return { name, kind, empty: field.none ?? null, ...foundBy(field) }
    case "lookups":
      return { name, kind, ...foundBy(field) }
    case "texts":
      return { name, kind, max: field.max }
    case "list":
      return { name, kind, max: field.max, blank: field.blank, of: field.of.map(plainField) }
    case "long":
    case "number":
    case "flag":
    case "choices":
    case "day":
    case "custom":
      return { name, kind }
    default:
      return field satisfies never
  }
}

function foundBy({ source }: FieldSpec & { kind: "lookup" | "lookups" }) {
  return source.foundBy === undefined ? {} : { source: source.foundBy }
}
