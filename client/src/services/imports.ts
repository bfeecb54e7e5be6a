/** Imports of tables: what the columns are about, a dry run, the commit, and the rows that were wrong. */
import type { Body } from "#client/lib/input.ts"
import type { components } from "#client/wire/api.ts"

import { request } from "./http.ts"
import { saveFile } from "./records.ts"

type Wire = components["schemas"]

export type ImportResult = Wire["ImportResult"]
export type ImportMode = Wire["ImportMode"]
export type ImportJob = Wire["ImportJob"]

export type ImportColumns = Wire["ImportColumns"]
export type ImportColumn = Wire["ImportColumn"]
export type ImportField = Wire["ImportField"]

/** Column → path of its field; an empty path leaves the column out. */
export type Mapping = Readonly<Record<string, string>>

export interface ImportRun {
  service: string
  table: Blob
  headerRow: number
  mode: ImportMode
  mapping: Mapping
  dryRun: boolean
}

/** Long tables take their time. */
const PATIENCE_MS = 10 * 60_000

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

export async function runImport(run: ImportRun): Promise<ImportResult> {
  const { dryRun, mode, headerRow } = run
  const search = new URLSearchParams({ dryRun: String(dryRun), mode, headerRow: String(headerRow) })
  for (const [column, field] of Object.entries(run.mapping)) {
    search.append("map", `${column}:${field}`)
  }
  const { data } = await request<Body<ImportResult>>(
    `${run.service}/import?${search}`,
    sending(run.table),
  )
  return data
}

/** What the columns of a table are about; the row that names them is found unless given. */
export async function readColumns(
  service: string,
  table: Blob,
  headerRow: number | null,
): Promise<ImportColumns> {
  const search = headerRow === null ? "" : `?headerRow=${headerRow}`
  const { data } = await request<Body<ImportColumns>>(
    `${service}/import/columns${search}`,
    sending(table),
  )
  return data
}

function sending(table: Blob) {
  return {
    method: "POST",
    bytes: table,
    headers: { "Content-Type": table.type === XLSX ? XLSX : "text/csv" },
    timeoutMs: PATIENCE_MS,
  } as const
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
