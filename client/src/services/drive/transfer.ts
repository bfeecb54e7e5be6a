/**
 * One content on its way to the drive: small ones in one request, others part by part, so that a break costs one part only.
 *
 * Nothing here keeps state: whoever calls keeps the transfer and is told of each part that arrived.
 */
import type { Body } from "#client/lib/input.ts"
import { request } from "#client/services/http.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { versionTag } from "#client/services/version-tag.ts"
import type { components } from "#client/wire/api.ts"

type Wire = components["schemas"]

export type DriveFile = Omit<Wire["File"], "docType" | "scan" | "visibility"> & {
  docType: string
  scan: string
  visibility: string
}

export const FILES = "/drive/api/v1/filesystem/file"

/** From here on a content goes part by part. */
export const SMALL_BYTES = 2 * 1024 * 1024

/** Small enough that progress is seen on a slow line, large enough for the service (256 KiB at least). */
export const PART_BYTES = 1024 * 1024

/** A part on a slow line. */
const PART_MS = 5 * 60_000

/** Waits before a part is tried again after no answer. */
const PAUSES_MS = [1000, 3000, 8000]

/** Where a content goes: a new file in a folder, or a new version of a file. */
export type Target =
  | { folderId: string | null; visibility?: "private" }
  | { fileId: string; version: number }

export interface Sending {
  content: File
  target: Target
  signal: AbortSignal
  /** The upload of an earlier attempt, if there was one. */
  uploadId: string | null
  /** Called when the upload has an id, by which it can be resumed. */
  onBegin: (uploadId: string) => void
  /** Called with the bytes that have arrived. */
  onProgress: (sent: number) => void
}

/** Sends the content and gives the file that came of it. Failures are `RequestFailed`; an abort is its own error. */
export async function sendContent(sending: Sending): Promise<DriveFile> {
  return sending.content.size <= SMALL_BYTES ? sendWhole(sending) : sendParts(sending)
}

async function sendWhole({ content, target, signal }: Sending): Promise<DriveFile> {
  const options = { bytes: content, signal, timeoutMs: PART_MS }
  const type = { "Content-Type": "application/octet-stream" }
  if ("fileId" in target) {
    const { data } = await request<Body<DriveFile>>(`${FILES}/${target.fileId}/content`, {
      ...options,
      method: "PUT",
      headers: { ...type, "If-Match": versionTag(target.version) },
    })
    return data
  }
  const query = new URLSearchParams({ name: content.name })
  if (target.folderId !== null) query.set("folderId", target.folderId)
  if (target.visibility !== undefined) query.set("visibility", target.visibility)
  const { data } = await request<Body<DriveFile>>(`${FILES}/content?${query}`, {
    ...options,
    method: "POST",
    headers: type,
  })
  return data
}

async function sendParts(sending: Sending): Promise<DriveFile> {
  const { content, signal, onBegin, onProgress } = sending
  const upload = await begun(sending)
  onBegin(upload._id)
  const part = Math.min(PART_BYTES, upload.partSize)
  let { offset } = upload
  while (offset < content.size) {
    onProgress(offset)
    const bytes = content.slice(offset, offset + part)
    // oxlint-disable-next-line no-await-in-loop -- the parts of a content follow one another
    offset = await sendPart(upload._id, { offset, bytes, signal })
  }
  onProgress(content.size)
  const { data } = await request<Body<DriveFile>>(`${FILES}/uploads/${upload._id}/complete`, {
    method: "POST",
    signal,
    timeoutMs: PART_MS,
  })
  return data
}

/** The upload of the earlier attempt where it still is; a new one otherwise. */
async function begun({ content, target, signal, uploadId }: Sending): Promise<Wire["Upload"]> {
  if (uploadId !== null) {
    try {
      const { data } = await request<Body<Wire["Upload"]>>(`${FILES}/uploads/${uploadId}`, {
        signal,
      })
      if (data.size === content.size) return data
    } catch (error) {
      if (!(error instanceof RequestFailed) || error.problem.status !== 404) throw error
    }
  }
  const where = "fileId" in target ? { fileId: target.fileId } : { name: content.name, ...target }
  const { data } = await request<Body<Wire["Upload"]>>(`${FILES}/uploads`, {
    method: "POST",
    body: { size: content.size, ...where },
    signal,
  })
  return data
}

interface Part {
  offset: number
  bytes: Blob
  signal: AbortSignal
}

/** Sends a part, again after a break, and gives the offset that was reached. */
async function sendPart(uploadId: string, { offset, bytes, signal }: Part): Promise<number> {
  const path = `${FILES}/uploads/${uploadId}`
  for (const pause of [...PAUSES_MS, null]) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- each try follows the one before
      await request(path, {
        method: "PATCH",
        bytes,
        signal,
        timeoutMs: PART_MS,
        headers: {
          "Content-Type": "application/offset+octet-stream",
          "Upload-Offset": String(offset),
        },
      })
      return offset + bytes.size
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      const { status } = error.problem
      if (status === 409) {
        // The part had arrived, only the answer had not.
        // oxlint-disable-next-line no-await-in-loop -- it answers the try
        const { data } = await request<Body<Wire["Upload"]>>(path, { signal })
        if (data.offset > offset) return data.offset
      }
      if (pause === null || (status !== 0 && status < 500)) throw error
      // oxlint-disable-next-line no-await-in-loop -- the pause is between the tries
      await waited(pause, signal)
    }
  }
  throw new Error("every try returns or throws")
}

/** Gives up an upload, so that its parts take no room. */
export async function abandonUpload(uploadId: string): Promise<void> {
  await request(`${FILES}/uploads/${uploadId}`, { method: "DELETE" })
}

function waited(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      reject(new DOMException("cancelled", "AbortError"))
    })
  })
}
