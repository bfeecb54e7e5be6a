import { useRef, useState } from "react"

/** An import as it goes: the table, what its columns are about, dry runs whenever something changes, the commit. */
import { reasonOf } from "#client/lib/problem.ts"
import { readColumns, runImport } from "#client/services/imports.ts"
import type { ImportMode, ImportResult, Mapping } from "#client/services/imports.ts"
import { RequestFailed } from "#client/services/request-failed.ts"

import type { ImportFile, ImportTable } from "./import-table.ts"
import { bytesOf, doubled, mappingOf, withCell, withoutRow } from "./import-table.ts"

/** Cells that were wrong since the columns were last decided, by row; `null` is the row as a whole. */
export type WrongCells = ReadonlyMap<number, ReadonlySet<string | null>>

interface Plan {
  table: ImportTable
  mapping: Mapping
  mode: ImportMode
}

export interface Import {
  plan: Plan | null
  /** What would happen, as long as nothing was changed since. */
  checked: ImportResult | null
  wrong: WrongCells
  /** What has happened. */
  done: ImportResult | null
  pending: "read" | "check" | "commit" | null
  fault: string | null
  take: (file: ImportFile, headerRow?: number) => Promise<void>
  /** Another table is wanted. */
  leave: () => void
  map: (column: string, field: string) => void
  setMode: (mode: ImportMode) => void
  fix: (cell: { row: number; column: string; text: string }) => void
  skip: (row: number) => void
  commit: () => Promise<ImportResult | null>
}

export function useImport(service: string): Import {
  const [plan, setPlan] = useState<Plan | null>(null)
  const [checked, setChecked] = useState<ImportResult | null>(null)
  const [wrong, setWrong] = useState<WrongCells>(new Map())
  const [done, setDone] = useState<ImportResult | null>(null)
  const [pending, setPending] = useState<Import["pending"]>(null)
  const [fault, setFault] = useState<string | null>(null)
  /** Counts what was asked: an answer to anything but the last question comes too late. */
  const asked = useRef(0)

  const ask = async <Answer>(
    kind: NonNullable<Import["pending"]>,
    question: () => Promise<Answer>,
  ): Promise<Answer | null> => {
    asked.current += 1
    const turn = asked.current
    setPending(kind)
    setFault(null)
    try {
      const answer = await question()
      return turn === asked.current ? answer : null
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      if (turn === asked.current) setFault(reasonOf(error.problem))
      return null
    } finally {
      if (turn === asked.current) setPending(null)
    }
  }
  const run = ({ table, mapping, mode }: Plan, dryRun: boolean) =>
    ask(dryRun ? "check" : "commit", () =>
      runImport({
        service,
        table: bytesOf(table),
        headerRow: table.read.headerRow,
        mode,
        mapping,
        dryRun,
      }),
    )
  const check = async (next: Plan, before: WrongCells) => {
    setPlan(next)
    // While a cell is corrected, what is said of the others stays.
    if (before.size === 0) setChecked(null)
    setWrong(before)
    return doubled(next.mapping).length > 0 ? null : await recheck(next, before)
  }
  const recheck = async (next: Plan, before: WrongCells) => {
    const result = await run(next, true)
    if (result === null) return null
    setChecked(result)
    setWrong(withWrong(before, result))
    return result
  }
  return {
    plan,
    checked,
    wrong,
    done,
    pending,
    fault,
    async take(file, headerRow) {
      setDone(null)
      const read = await ask("read", () => readColumns(service, file.file, headerRow ?? null))
      if (read === null) return
      const table = { ...file, read, isCorrected: false }
      const mode = plan?.mode ?? "upsert"
      await check({ table, mapping: mappingOf(read), mode }, new Map())
    },
    leave() {
      asked.current += 1
      setPlan(null)
      setChecked(null)
      setDone(null)
      setPending(null)
      setFault(null)
    },
    map(column, field) {
      if (plan === null) return
      void check({ ...plan, mapping: { ...plan.mapping, [column]: field } }, new Map())
    },
    setMode(mode) {
      if (plan !== null) void check({ ...plan, mode }, new Map())
    },
    fix(cell) {
      if (plan !== null) void check({ ...plan, table: withCell(plan.table, cell) }, wrong)
    },
    skip(row) {
      if (plan === null) return
      const rest = new Map(wrong)
      rest.delete(row)
      void check({ ...plan, table: withoutRow(plan.table, row) }, rest)
    },
    async commit() {
      if (plan === null) return null
      // What was corrected last is checked first: nothing is left out unseen.
      if (pending === "check" && (await recheck(plan, wrong))?.counts.error !== 0) return null
      const result = await run(plan, false)
      if (result !== null) setDone(result)
      return result
    },
  }
}

function withWrong(before: WrongCells, { rows }: ImportResult): WrongCells {
  const wrong = new Map(before)
  for (const { row, errors } of rows) {
    if (errors.length === 0) continue
    wrong.set(row, new Set([...(wrong.get(row) ?? []), ...errors.map(({ column }) => column)]))
  }
  return wrong
}
