import { parseTable } from "#client/lib/delimited.ts"
/** Imports of tables: a dry run, the commit, the fields that a column can stand for, and the rows that were wrong. */
import type { Body } from "#client/lib/input.ts"
import type { components } from "#client/wire/api.ts"

import { request } from "./http.ts"
import { saveFile } from "./records.ts"

type Wire = components["schemas"]

export type ImportResult = Wire["ImportResult"]
export type ImportMode = Wire["ImportMode"]
export type ImportJob = Wire["ImportJob"]

/** Column → path of its field; an empty path leaves the column out. */
export type Mapping = Readonly<Record<string, string>>

export interface ImportRun {
  service: string
  table: Blob
  mode: ImportMode
  mapping: Mapping
  dryRun: boolean
}

/** Long tables take their time. */
const PATIENCE_MS = 10 * 60_000

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

export async function runImport(run: ImportRun): Promise<ImportResult> {
  const search = new URLSearchParams({ dryRun: String(run.dryRun), mode: run.mode })
  for (const [column, field] of Object.entries(run.mapping)) {
    if (column !== field) search.append("map", `${column}:${field}`)
  }
  const { data } = await request<Body<ImportResult>>(`${run.service}/import?${search}`, {
    method: "POST",
    bytes: run.table,
    headers: { "Content-Type": run.table.type === XLSX ? XLSX : "text/csv" },
    timeoutMs: PATIENCE_MS,
  })
  return data
}

/** Paths of the fields that a column can stand for: the head of an export without rows. Empty without that right. */
export async function columnNames(service: string): Promise<readonly string[]> {
  const search = new URLSearchParams({ format: "csv", search: "no-row-has-this-7d0f" })
  try {
    const bytes = await request<Blob>(`${service}/export?${search}`, { receives: "bytes" })
    return parseTable(await bytes.text())[0] ?? []
  } catch {
    return []
  }
}

/** Saves the rows that were wrong, with what is wrong with them; says whether there were any. */
export async function saveWrongRows(jobId: string): Promise<boolean> {
  const job = await request<Body<Wire["ImportJob"]>>(
    `/log/api/v1/import-jobs/${encodeURIComponent(jobId)}`,
  )
  const { errorFileId } = job.data
  if (errorFileId === null) return false
  const bytes = await request<Blob>(
    `/drive/api/v1/filesystem/file/${encodeURIComponent(errorFileId)}/content`,
    { receives: "bytes" },
  )
  saveFile(bytes, "import-errors.csv")
  return true
}

/** The latest imports of a kind that wrote something, newest first. */
export async function pastImports(entity: string): Promise<readonly ImportJob[]> {
  const search = new URLSearchParams({ page: "1", pageSize: "25", sort: "-createdAt" })
  search.append("filter", `entity:eq:${entity}`)
  const { data } = await request<Body<readonly ImportJob[]>>(`/log/api/v1/import-jobs?${search}`)
  return data.filter(({ batchId }) => batchId !== null).slice(0, 5)
}

const KEPT = "waybill.import"

/** How the columns of the last table of this kind were understood. */
export function keptMapping(service: string): Mapping {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`${KEPT}.${service}`) ?? "{}")
    if (typeof kept !== "object" || kept === null) return {}
    const pairs = Object.entries(kept).filter(([, field]) => typeof field === "string")
    return Object.fromEntries(pairs)
  } catch {
    return {}
  }
}

/** A full storage forgets it, nothing more. */
export function keepMapping(service: string, mapping: Mapping): void {
  try {
    const all = { ...keptMapping(service), ...mapping }
    localStorage.setItem(`${KEPT}.${service}`, JSON.stringify(all))
  } catch {
    localStorage.removeItem(`${KEPT}.${service}`)
  }
}
