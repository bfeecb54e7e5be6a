/**
 * The keys of a list (ux.md 2): `j` and `k` move the focus from row to row, `x` chooses, Enter opens (the focus is on a
 * link), `e` edits, `y` copies, `n` makes a new record, `/` searches. The focus is the only cursor there is.
 */
import { useNavigate } from "react-router"

import { msg } from "#client/lib/words.ts"
import { editPath } from "#client/paths.ts"
import { useShortcut } from "#client/services/shortcuts/use-shortcut.ts"

import { toggleDrop } from "./drop.tsx"
import type { Noun, Recorded } from "./noun.ts"
import type { Selection } from "./use-selection.ts"

interface ListKeys<Row extends Recorded> {
  noun: Noun<Row>
  rows: readonly Row[]
  selection: Selection
}

const LIST = { where: "list" } as const

export function useListKeys<Row extends Recorded>({ noun, rows, selection }: ListKeys<Row>): void {
  const navigate = useNavigate()
  useShortcut("j", msg("Next row"), () => step(1), LIST)
  useShortcut("k", msg("Previous row"), () => step(-1), LIST)
  useShortcut(
    "x",
    msg("Select row"),
    () => {
      const id = focusedRow()?.dataset["record"]
      if (id !== undefined) selection.toggle(id)
    },
    LIST,
  )
  useShortcut(
    "Shift+x",
    msg("Select rows up to here"),
    () => {
      const id = focusedRow()?.dataset["record"]
      if (id !== undefined) {
        selection.toggle(
          id,
          rows.map(({ _id }) => _id),
        )
      }
    },
    LIST,
  )
  useShortcut(
    "Mod+a",
    msg("Select all rows on this page"),
    noun.can?.bulk === undefined && noun.can?.enable === undefined
      ? null
      : () => selection.togglePage(rows.map(({ _id }) => _id)),
    { where: "list", quiet: true },
  )
  useShortcut(
    "e",
    msg("Edit record"),
    () => {
      const row = rows.find(({ _id }) => _id === focusedRow()?.dataset["record"])
      const record = row && noun.paths.record?.(row._id, row)
      if (record === undefined) return
      const target = noun.reads === true ? editPath(record) : record
      void navigate(target, { state: { edit: true } })
    },
    LIST,
  )
  useShortcut(
    "y",
    msg("Copy a code, address or number from the row"),
    () => {
      const row = focusedRow()
      if (row !== null) void import("#client/services/copying.ts").then((it) => it.copyNext(row))
    },
    LIST,
  )
  useShortcut(
    "f",
    msg("Filters"),
    noun.filters === undefined ? null : () => toggleDrop("filters"),
    LIST,
  )
  useShortcut("v", msg("Views"), () => toggleDrop("views"), LIST)
  useShortcut(
    "n",
    msg("New record"),
    () => {
      const create = noun.paths.create?.()
      if (create !== undefined) void navigate(create)
    },
    LIST,
  )
  useShortcut(
    "/",
    msg("Search the list"),
    () => document.getElementById("list-search")?.focus(),
    LIST,
  )
}

function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>("tr[data-record]") ?? null
}

function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("tr[data-record]")]
  const here = focusedRow()
  const at = here === null ? (by === 1 ? -1 : rows.length) : rows.indexOf(here)
  const next = rows[at + by]
  const target = next?.querySelector<HTMLElement>("th a, th button") ?? next?.querySelector("input")
  target?.focus()
}
