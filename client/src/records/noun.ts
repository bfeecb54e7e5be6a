/**
 * A kind of record: what it is called, where it lives, how it is listed and what can be done with it.
 *
 * A screen is made of one. What all records have in common (paging, saving, bin, history, import) is this layer's business
 * and is never repeated by a screen.
 */
import type { ReactNode } from "react"

import type { DateStyle } from "#client/lib/format/date.ts"
import type { PicklistCode } from "#client/lib/picklists.ts"
import type { ListQuery } from "#client/paths.ts"
import type { Changes } from "#client/services/records.ts"
import type { IconName } from "#client/ui/icon-shapes.ts"
import type { Say } from "#client/ui/text.tsx"

import type { Source } from "./sources.ts"

/** What every record carries on the wire. */
export interface Recorded {
  _id: string
  version: number
  /** Absent where records do not go to a bin. */
  deletedAt?: string | null
  updatedAt: string
}

export interface Noun<Row extends Recorded = Recorded> {
  /** Names the kind in drafts, saved views and element ids. */
  id: string
  /** Path of its list at the services. */
  service: string
  /** Rights are `{resource}:edit` and so on, unless it is `OPERATOR`. */
  resource: string
  /** The one action that all writing needs, where that is one; such as `manage`. */
  writing?: string
  icon: IconName
  titles: Titles
  paths: {
    list: (query?: ListQuery) => string
    /** Absent where a record has no screen of its own. The row comes along where it is at hand. */
    record?: (id: string, row?: Row) => string
    create?: () => string
  }
  labelOf: (row: Row) => string
  /** A record opens as a page to be read, and is changed at an address of its own (`editing.ts`). */
  reads?: true
  /** The first one names the row and leads to its record. */
  columns: readonly Column<Row>[]
  filters?: readonly Filter[]
  /** What every question about the list says besides, where the service leaves rows out otherwise. */
  asks?: Readonly<Record<string, string>>
  /** What the list is ordered by while its address does not say. */
  order?: string
  can?: Abilities<Row>
}

/** English texts; whoever draws them translates them. */
export interface Titles {
  list: string
  one: string
  new: string
  /** Said once one was made; unless given, "Created.". */
  created?: string
  counted: readonly [one: string, many: string]
  /** One sentence: what the rows are. */
  intro: string
  /** What the list is for, when it holds nothing at all. */
  empty: string
}

/** Which of the generic operations the service has for this kind. */
export interface Abilities<Row extends Recorded = Recorded> {
  /** What the service calls the kind where it tells of imports. */
  import?: string
  export?: true
  bin?: true
  bulk?: readonly BulkAction[]
  /** The rows can be marked as `enabled`. */
  enable?: true
  merge?: Merging<Row>
  /** Another one with the same values. */
  duplicate?: true
  /** A change of one of them may wait for the network: it is set back as easily, and is neither a right nor money. */
  wait?: true
  /** The screen deletes in a way of its own, or the records stay. */
  delete?: "own"
}

/** How one record takes the place of another. */
export interface Merging<Row extends Recorded> {
  /** One sentence: what the record that stays takes over. English. */
  told: string
  /** The id of the record that took the place of this one; `null` where none did. */
  into?: (row: Row) => string | null
  /** Where the record that stays is looked for; in the list of the kind unless given. */
  source?: (row: Row) => Source
  /** How many records name the one that goes, where it says so. */
  uses?: (row: Row) => number
  /** Lists whose rows name the one that goes, for each of them: how to ask, and how to say how many. English. */
  used?: readonly Use<Row>[]
  /** Fields that can be taken from the one that goes, whatever the other holds. */
  fields?: readonly { name: string; label: string; shown?: string }[]
}

/** Where a record is named by others. */
export interface Use<Row extends Recorded> {
  /** Path of the list at the services. */
  service: string
  /** The condition that their rows fulfil. */
  filter: (row: Row) => string
  /** Address of the same list. */
  list: (query: ListQuery) => string
  counted: readonly [one: string, many: string]
}

/** What can be done with the chosen records at once. */
export type BulkAction = { id: string; label: string } & (
  | {
      /** The same change for each of them. */
      kind: "change"
      changes: Readonly<Record<string, unknown>>
    }
  | {
      /** A change to what is chosen first. */
      kind: "choose"
      source: Source
      /** What is chosen. English. */
      what: string
      change: (value: string) => Changes
    }
  | {
      /** Something else than a change. */
      kind: "deed"
      icon: IconName
      /** The right that it takes; it is not offered without. */
      right: string
      run: (ids: readonly string[]) => Promise<void>
    }
)

/** How values are written for this reader. */
export interface Look {
  t: Say
  locale: string
  style: DateStyle
  now: string
}

export interface Column<Row> {
  id: string
  label: string
  /** Field by which the service sorts; without it the column cannot be sorted by. */
  sort?: string
  /** Set flush with the digits below. */
  number?: true
  /** Shown only when asked for. */
  hidden?: true
  /** What an export of the column holds, where that is not the field of its id; nothing where it is empty. */
  exports?: readonly string[]
  cell: (row: Row, look: Look) => ReactNode
}

export type Filter =
  | { kind: "text"; field: string; label: string }
  | { kind: "number"; field: string; label: string }
  | { kind: "day"; field: string; label: string }
  | { kind: "flag"; field: string; label: string }
  | {
      kind: "choice"
      field: string
      label: string
      options: readonly Option[]
      picklist?: PicklistCode
    }
  | { kind: "lookup"; field: string; label: string; source: Source }

export interface Option {
  value: string
  label: string
}
