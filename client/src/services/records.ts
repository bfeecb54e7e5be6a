/**
 * Records at the services: what every kind of them can do, in one place (docs/api.md).
 *
 * Nothing is written without saying which version it was made from.
 */
import type { QueryClient } from "@tanstack/react-query"

import type { Body } from "#client/lib/input.ts"
import type { Language } from "#client/lib/words.ts"
import type { components } from "#client/wire/api.ts"

import { request } from "./http.ts"
import { renewStores } from "./reference.ts"
import { versionTag } from "./version-tag.ts"

type Wire = components["schemas"]

export type BulkResult = Wire["BulkResult"]
export type HistoryEntry = Wire["AuditEntry"]
export type AsOf = Wire["AsOf"]
export type Original = Wire["Original"]
export type OriginalChoice = Wire["OriginalChoiceRequest"]["choice"]
export type SavedView = Wire["SavedView"]

/** Which record, and the version that the change was made from. */
export interface Version {
  service: string
  id: string
  version: number
}

/** What every record says of itself. */
export interface Written {
  _id: string
  version: number
}

/** The fields given, and nothing else. */
export async function changeRecord<R extends Written>(
  { service, id, version }: Version,
  changes: object,
): Promise<R> {
  const { data } = await request<Body<R>>(`${service}/${encodeURIComponent(id)}`, {
    method: "PATCH",
    body: changes,
    headers: { "If-Match": versionTag(version) },
  })
  return data
}

/** A new record; sent again with the same key, it creates nothing again. */
export async function createRecord<R extends Written>(
  service: string,
  record: object,
  key: string,
): Promise<R> {
  const { data } = await request<Body<R>>(service, {
    method: "POST",
    body: record,
    headers: { "Idempotency-Key": key },
  })
  return data
}

/** To the bin, for 30 days. */
export async function deleteRecord({ service, id, version }: Version): Promise<void> {
  await request(`${service}/${encodeURIComponent(id)}`, {
    method: "DELETE",
    headers: { "If-Match": versionTag(version) },
  })
}

/** Back from the bin. */
export async function restoreRecord<R extends Written>(record: Version): Promise<R> {
  const { data } = await request<Body<R>>(
    `${record.service}/${encodeURIComponent(record.id)}/restore`,
    { method: "POST", headers: { "If-Match": versionTag(record.version) } },
  )
  return data
}

/** Settles what upgrades changed about the original of the company's version. */
export async function chooseOriginal(
  { service, id, version }: Version,
  choice: OriginalChoice,
): Promise<void> {
  await request(`${service}/${encodeURIComponent(id)}/original`, {
    method: "POST",
    body: { choice },
    headers: { "If-Match": versionTag(version) },
  })
}

/** The record as it stands now. */
export async function readRecord<R extends Written>(service: string, id: string): Promise<R> {
  const { data } = await request<Body<R>>(`${service}/${encodeURIComponent(id)}`)
  return data
}

/** What an edit does to each of many records. */
export interface Changes {
  /** Fields that get another value. */
  changes?: object
  /** Ids that fields such as `tags` name besides. */
  add?: Readonly<Record<string, readonly string[]>>
  /** Ids that they name no longer. */
  remove?: Readonly<Record<string, readonly string[]>>
}

/** One action on many, with a result for each. */
export async function bulk(
  service: string,
  body: { action: "edit" | "delete" | "restore"; ids: readonly string[] } & Changes,
): Promise<BulkResult> {
  const { data } = await request<Body<BulkResult>>(`${service}/bulk`, { method: "POST", body })
  return data
}

/** Takes a batch back, but for what somebody else has changed since. */
export async function undoBatch(service: string, batchId: string): Promise<BulkResult> {
  const { data } = await request<Body<BulkResult>>(
    `${service}/batches/${encodeURIComponent(batchId)}/undo`,
    { method: "POST" },
  )
  return data
}

/** Lets `into` take the place of the record. Gives the batch by which that can be taken back, where there is one. */
export async function mergeRecord(
  { service, id }: Pick<Version, "service" | "id">,
  body: { into: string; fields?: readonly string[] },
): Promise<string | null> {
  const { data } = await request<Body<Partial<BulkResult>>>(
    `${service}/${encodeURIComponent(id)}/merge`,
    { method: "POST", body },
  )
  return data.batchId ?? null
}

/** The most that one batch takes. */
export const BATCH = 1000

/** Ids of the rows that a query gives, in its order, at most a batch of them. */
export async function idsOf(service: string, query: string): Promise<string[]> {
  const ids: string[] = []
  let after = ""
  for (;;) {
    const search = new URLSearchParams(query)
    search.set("limit", "100")
    if (after !== "") search.set("after", after)
    // oxlint-disable-next-line no-await-in-loop -- each part says where the next one begins
    const part = await request<Body<{ _id: string }[]> & { next?: string }>(`${service}?${search}`)
    ids.push(...part.data.map(({ _id }) => _id))
    if (part.next === undefined || ids.length >= BATCH) return ids.slice(0, BATCH)
    after = part.next
  }
}

/** How many rows fulfil a condition. */
export async function countOf(service: string, filter: string): Promise<number> {
  const search = new URLSearchParams({ page: "1", pageSize: "25", filter })
  const { total } = await request<Body & { total: number }>(`${service}?${search}`)
  return total
}

export interface Export {
  query: string
  format: "csv" | "xlsx"
  name: string
  /** As a list shows it: its columns, with the words of a language; `null` for all fields with their codes. */
  shown: { columns: readonly string[]; language: Language } | null
}

/** Saves the rows of a query as a file of the browser's downloads. */
export async function exportRows(
  service: string,
  { query, format, name, shown }: Export,
): Promise<void> {
  const search = new URLSearchParams(query)
  search.set("format", format)
  if (shown !== null) {
    search.set("columns", shown.columns.join(","))
    search.set("shown", shown.language)
  }
  const bytes = await request<Blob>(`${service}/export?${search}`, {
    receives: "bytes",
    timeoutMs: 10 * 60_000,
  })
  saveFile(bytes, `${name}.${format}`)
}

/** Hands bytes to the browser's downloads. */
export function saveFile(bytes: Blob, name: string): void {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  // The download holds the bytes by itself from here on.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Forgets what was read of a kind, so that every list, record and select of it asks again. */
export async function forgetRecords(queries: QueryClient, service: string): Promise<void> {
  // Without an answer the store asks again when it is next needed.
  renewStores(queries, service).catch(() => {})
  await queries.invalidateQueries({
    predicate: ({ queryKey: [kind, url] }) =>
      kind === "need" && typeof url === "string" && isOf(url, service),
  })
}

function isOf(url: string, service: string): boolean {
  return url === service || url.startsWith(`${service}/`) || url.startsWith(`${service}?`)
}
