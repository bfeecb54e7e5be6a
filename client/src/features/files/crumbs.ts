/** The way from the top to a folder. */
import type { DriveFile } from "#client/services/drive/transfer.ts"

export type Folder = Pick<DriveFile, "_id" | "name" | "folderId">

/** The folders above this one, from the top; it ends where one is not known, and never runs in a circle. */
export function foldersAbove(folder: Folder, known: readonly Folder[]): Folder[] {
  const byId = new Map(known.map((each) => [each._id, each]))
  const above: Folder[] = []
  let next = folder.folderId === null ? undefined : byId.get(folder.folderId)
  while (next !== undefined && !above.includes(next) && next._id !== folder._id) {
    above.unshift(next)
    next = next.folderId === null ? undefined : byId.get(next.folderId)
  }
  return above
}
