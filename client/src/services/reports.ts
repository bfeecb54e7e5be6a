/** What can be done with a report besides changing it: running, previewing, sharing, copying and mailing it. */
import type { Body } from "#client/lib/input.ts"
import type { components } from "#client/wire/api.ts"

import { request } from "./http.ts"
import { saveFile } from "./records.ts"
import { versionTag } from "./version-tag.ts"

type Wire = components["schemas"]

export type ReportResult = Omit<Wire["ReportResult"], "columns" | "chart"> & {
  columns: readonly (Omit<Wire["ResultColumn"], "agg" | "kind" | "labels" | "picklist"> &
    Partial<Pick<Wire["ResultColumn"], "labels" | "picklist">> & { agg: string; kind: string })[]
  chart: { type: string; x: string; y: string; points: Wire["ChartPoint"][] } | null
}

export const REPORTS = "/report/api/v1/reportSketch"

/** A large report takes as long as the service lets it. */
const RUN_MS = 90_000

/** Runs it with the rights of whoever asks. */
export async function runReport(id: string): Promise<ReportResult> {
  const { data } = await request<Body<ReportResult>>(`${pathOf(id)}/run`, {
    method: "POST",
    timeoutMs: RUN_MS,
  })
  return data
}

/** What the first rows of a report would be that is not stored yet. */
export async function previewReport(sketch: object, signal: AbortSignal): Promise<ReportResult> {
  const { data } = await request<Body<ReportResult>>(`${REPORTS}/preview`, {
    method: "POST",
    body: sketch,
    signal,
    timeoutMs: RUN_MS,
  })
  return data
}

/** Another one with the same values, owned by whoever asks. */
export async function cloneReport(id: string): Promise<{ _id: string }> {
  const { data } = await request<Body<{ _id: string }>>(`${pathOf(id)}/clone`, { method: "POST" })
  return data
}

export type ReportDelivery = Omit<Wire["ReportDelivery"], "status"> & { status: string }

/** Where the deliveries of a report are read, the newest first. */
export function deliveriesOf(id: string): string {
  return `${pathOf(id)}/deliveries`
}

/** Makes it for the caller alone, as its schedule says, and mails it. */
export async function deliverReport(id: string): Promise<ReportDelivery> {
  const { data } = await request<Body<ReportDelivery>>(`${pathOf(id)}/deliver`, {
    method: "POST",
    timeoutMs: RUN_MS,
  })
  return data
}

interface Shared {
  visibility: string
  sharedRoles: readonly string[]
}

export async function shareReport(
  { id, version }: { id: string; version: number },
  shared: Shared,
): Promise<void> {
  await request(`${pathOf(id)}/share`, {
    method: "POST",
    body: shared,
    headers: { "If-Match": versionTag(version) },
  })
}

/** Saves every row of it as a file of the browser's downloads. */
export async function exportReport(
  { _id, name }: { _id: string; name: string },
  format: "csv" | "xlsx",
): Promise<void> {
  const bytes = await request<Blob>(`${pathOf(_id)}/export?format=${format}`, {
    receives: "bytes",
    timeoutMs: 10 * 60_000,
  })
  saveFile(bytes, `${name}.${format}`)
}

function pathOf(id: string): string {
  return `${REPORTS}/${encodeURIComponent(id)}`
}
