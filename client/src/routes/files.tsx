import { FilesPage } from "#client/features/files/files-page.tsx"
// One file of the build with these: see base.ts.
import "#client/features/files/parts.ts"

export function Component() {
  return <FilesPage folder={null} folderId={null} />
}
