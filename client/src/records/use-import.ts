import { useEffect, useState } from "react"

/** An import as it goes: the table, what its columns stand for, the dry run, the commit. */
import { reasonOf } from "#client/lib/problem.ts"
import { msg } from "#client/lib/words.ts"
import { columnNames, keepMapping, keptMapping, runImport } from "#client/services/imports.ts"
import type { ImportMode, ImportResult, Mapping } from "#client/services/imports.ts"
import { RequestFailed } from "#client/services/request-failed.ts"

import type { ImportTable } from "./import-table.ts"
import { bytesOf, mappingOf } from "./import-table.ts"

export interface Import {
  table: ImportTable | null
  fields: readonly string[]
  /** Whether they are known: before that no column stands for anything. */
  isReady: boolean
  mapping: Mapping
  mode: ImportMode
  /** What would happen, as long as nothing was changed since. */
  checked: ImportResult | null
  /** What has happened. */
  done: ImportResult | null
  pending: "check" | "commit" | null
  fault: string | null
  take: (table: ImportTable | null) => void
  mend: (table: ImportTable) => void
  map: (column: string, field: string) => void
  setMode: (mode: ImportMode) => void
  run: (dryRun: boolean) => Promise<ImportResult | null>
}

export function useImport(service: string): Import {
  const [table, setTable] = useState<ImportTable | null>(null)
  const [known, setFields] = useState<readonly string[] | null>(null)
  const [chosen, setChosen] = useState<Mapping>({})
  const [mode, setMode] = useState<ImportMode>("upsert")
  const [checked, setChecked] = useState<ImportResult | null>(null)
  const [done, setDone] = useState<ImportResult | null>(null)
  const [pending, setPending] = useState<Import["pending"]>(null)
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    const ask = async () => setFields(await columnNames(service))
    void ask()
  }, [service])
  const fields = known ?? []
  const kept = { ...keptMapping(service), ...chosen }
  const mapping = mappingOf(table?.columns ?? [], fields, kept)

  const stale = () => {
    setChecked(null)
    setFault(null)
  }
  const run = async (dryRun: boolean) => {
    if (table === null) return null
    setPending(dryRun ? "check" : "commit")
    setFault(null)
    try {
      const result = await runImport({ service, table: bytesOf(table), mode, mapping, dryRun })
      if (dryRun) setChecked(result)
      else {
        setDone(result)
        keepMapping(service, mapping)
      }
      return result
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      const { errors = [] } = error.problem
      const asked = errors.flatMap(({ pointer }) => /^\?map=(.+)$/u.exec(pointer)?.[1] ?? [])
      if (table.rows === undefined && asked.length > 0) {
        const columns = [...new Set([...table.columns, ...asked])]
        setTable({ ...table, columns })
        setFault(msg("Say what these columns stand for, or leave them out."))
      } else setFault(reasonOf(error.problem))
      return null
    } finally {
      setPending(null)
    }
  }
  return {
    table,
    fields,
    isReady: known !== null,
    mapping,
    mode,
    checked,
    done,
    pending,
    fault,
    take(next) {
      setTable(next)
      setDone(null)
      stale()
    },
    mend: setTable,
    map(column, field) {
      setChosen((old) => ({ ...old, [column]: field }))
      stale()
    },
    setMode(next) {
      setMode(next)
      stale()
    },
    run,
  }
}
