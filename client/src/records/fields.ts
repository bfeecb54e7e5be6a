/**
 * The fields of a form: what each is called, which value of the record it is about, and by which control it is changed.
 * `name` is a path into the record: `address.city`, `emails`.
 */
import type { ComponentType } from "react"

import type { PicklistCode } from "#client/lib/picklists.ts"

import type { Option } from "./noun.ts"
import type { Source } from "./sources.ts"

interface Shared {
  name: string
  /** English; whoever draws it translates it. So are hints and what checks answer. */
  label: string
  hint?: string
  /** Whether it may not stay empty, perhaps for the values as they stand. */
  required?: true | ((values: Values) => boolean)
  /** Takes the whole line, or not; unless said, as its kind does. */
  wide?: boolean
  /** Whether the field is there at all, for the values as they stand. */
  when?: (values: Values) => boolean
  /** Why it cannot be changed; `null` when it can. */
  fixed?: (context: FieldContext) => string | null
}

/** A record as a form holds it. */
export type Values = Readonly<Record<string, unknown>>

export interface FieldContext {
  values: Values
  /** As they are stored; what the record says of its values is about these. */
  stored: Values
  /** There is no record yet. */
  isNew: boolean
}

export type FieldSpec = Shared &
  (
    | {
        kind: "text"
        max: number
        type?: "text" | "email" | "tel" | "url" | "time"
        /** Of a telephone number: path of the country that it is dialled from; the company's where that is empty. */
        dialledFrom?: string
        /** A code: tabular, and upper case as it is typed. */
        code?: true
        autoComplete?: string
        /** What an empty text is on the wire; "" unless said. */
        none?: null
        check?: (value: string) => string | null
      }
    | { kind: "long"; max: number; rows?: number }
    | { kind: "number"; min?: number; max?: number; step?: number }
    | { kind: "flag" }
    | { kind: "choice"; options: readonly Option[]; picklist?: PicklistCode; none?: null | "" }
    | { kind: "choices"; options: readonly Option[]; picklist?: PicklistCode }
    | { kind: "day" }
    | { kind: "lookup"; source: Source; none?: null | ""; shown?: string }
    | { kind: "lookups"; source: Source; max: number }
    /** Texts, one a line. */
    | { kind: "texts"; max: number; length: number }
    /** Things with fields of their own, whose names begin at the thing. */
    | { kind: "list"; max: number; of: readonly FieldSpec[]; add: string; blank: Values }
    | { kind: "custom"; Control: ComponentType<CustomControlProps> }
  )

/** What a special editor is given; it knows no form. */
export interface CustomControlProps {
  id: string
  value: unknown
  onChange: (value: unknown) => void
  /** Sets another field of the record, such as one that this value proposes. */
  change: (name: string, value: unknown) => void
  readOnly: boolean
  error?: string | undefined
  /** The whole record as it stands. */
  values: Values
}

/** A part of a form under a heading of its own. */
export interface Section {
  id: string
  title: string
  intro?: string
  fields: readonly FieldSpec[]
}

/** Whether the field may not stay empty. */
export function isRequired({ required }: FieldSpec, values: Values): boolean {
  return typeof required === "function" ? required(values) : required === true
}

/** Whether the field takes the width of its section. */
export function isWide({ kind, wide }: FieldSpec): boolean {
  return wide ?? (kind === "list" || kind === "long" || kind === "custom" || kind === "choices")
}

/** The fields of all sections. */
export function fieldsOf(sections: readonly Section[]): readonly FieldSpec[] {
  return sections.flatMap(({ fields }) => fields)
}
