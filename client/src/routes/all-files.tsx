import { files } from "#client/features/files/file-noun.tsx"
import { ListPage } from "#client/records/list-page.tsx"
// One file of the build with these: see base.ts.
import "#client/features/files/parts.ts"

export function Component() {
  return <ListPage noun={files} />
}
