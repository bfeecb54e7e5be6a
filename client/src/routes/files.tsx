import { FilesPage } from "#client/features/files/files-page.tsx"

export function Component() {
  return <FilesPage folder={null} folderId={null} />
}
