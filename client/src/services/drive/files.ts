/** What can be done to files and folders besides sending their contents; every write is of a version. */
import { newId } from "#client/lib/browser.ts"
import type { Body } from "#client/lib/input.ts"
import { request } from "#client/services/http.ts"
import { saveFile } from "#client/services/records.ts"
import { versionTag } from "#client/services/version-tag.ts"

import { type DriveFile, FILES } from "./transfer.ts"

/** A new folder in this one; `null` is the top. */
export async function createFolder(name: string, folderId: string | null): Promise<DriveFile> {
  const { data } = await request<Body<DriveFile>>(FILES, {
    method: "POST",
    body: { name, folderId, isFolder: true },
    headers: { "Idempotency-Key": newId() },
  })
  return data
}

/** Removes what lies in the bin, with all its versions, for good. */
export async function destroyFile({ _id, version }: Pick<DriveFile, "_id" | "version">) {
  await request(`${FILES}/${_id}/destroy`, {
    method: "POST",
    headers: { "If-Match": versionTag(version) },
  })
}

/** A slow line may take long over 50 MB. */
const DOWNLOAD_MS = 15 * 60_000

/** Hands a content to the browser's downloads: the latest version unless another is named. */
export async function downloadFile(
  { _id, name }: Pick<DriveFile, "_id" | "name">,
  version?: number,
): Promise<void> {
  const query = version === undefined ? "" : `?version=${version}`
  const bytes = await request<Blob>(`${FILES}/${_id}/content${query}`, {
    receives: "bytes",
    timeoutMs: DOWNLOAD_MS,
  })
  saveFile(bytes, name)
}
