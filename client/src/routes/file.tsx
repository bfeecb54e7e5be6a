import { FileActions } from "#client/features/files/file-actions.tsx"
import { FILE_SECTIONS } from "#client/features/files/file-form.ts"
import { files } from "#client/features/files/file-noun.tsx"
import { VersionsCard } from "#client/features/files/versions-card.tsx"
import { RecordPage } from "#client/records/record-page.tsx"
import type { DriveFile } from "#client/services/drive/transfer.ts"
// One file of the build with these: see base.ts.
import "#client/features/files/parts.ts"
import "#client/records/record-screen.tsx"

export function Component() {
  return <RecordPage actions={actionsOf} aside={asideOf} noun={files} sections={FILE_SECTIONS} />
}

function actionsOf(file: DriveFile) {
  return <FileActions file={file} />
}

function asideOf(file: DriveFile) {
  return file.isFolder ? null : <VersionsCard file={file} />
}
