/** A file of the writer's computer becomes a file of the drive, seen by nobody else until it is sent. */
import { type DriveFile, abandonUpload, sendContent } from "#client/services/drive/transfer.ts"
import { RequestFailed } from "#client/services/request-failed.ts"

interface Attaching {
  signal: AbortSignal
  /** Bytes that have arrived. */
  onProgress: (sent: number) => void
}

const NAMES_TRIED = 20

/** A name that is taken in the drive gets a number. */
export async function attachFile(file: File, attaching: Attaching): Promise<DriveFile> {
  let uploadId: string | null = null
  for (let number = 1; ; number += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the next name is tried when this one is taken
      return await sendContent({
        content:
          number === 1 ? file : new File([file], numbered(file.name, number), { type: file.type }),
        target: { folderId: null, visibility: "private" },
        uploadId: null,
        onBegin: (id) => {
          uploadId = id
        },
        ...attaching,
      })
    } catch (error) {
      if (attaching.signal.aborted && uploadId !== null)
        void abandonUpload(uploadId).catch(() => null)
      if (!isNameTaken(error) || number >= NAMES_TRIED) throw error
    }
  }
}

function isNameTaken(error: unknown): boolean {
  return (
    error instanceof RequestFailed &&
    error.problem.errors?.some(({ pointer }) => pointer === "/name") === true
  )
}

/** `scan.pdf`, `scan (2).pdf`. */
function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf(".")
  return dot < 1 ? `${name} (${number})` : `${name.slice(0, dot)} (${number})${name.slice(dot)}`
}
