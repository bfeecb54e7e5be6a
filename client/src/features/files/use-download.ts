import { useState } from "react"

import { msg } from "#client/lib/words.ts"
import { downloadFile } from "#client/services/drive/files.ts"
import type { DriveFile } from "#client/services/drive/transfer.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { toast } from "#client/services/toasts.ts"

/** Downloads one content at a time and says why when it does not arrive. */
export function useDownload() {
  const [pending, setPending] = useState<string | null>(null)
  const download = async (file: Pick<DriveFile, "_id" | "name">, version?: number) => {
    if (pending !== null) return
    setPending(file._id)
    try {
      await downloadFile(file, version)
    } catch (error) {
      const problem = error instanceof RequestFailed ? error.problem : null
      toast.error(problem?.detail ?? msg("Couldn't upload the file. Try again."))
    } finally {
      setPending(null)
    }
  }
  return { pending, download }
}
