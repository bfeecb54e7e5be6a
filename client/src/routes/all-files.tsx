import { files } from "#client/features/files/file-noun.tsx"
import { ListPage } from "#client/records/list-page.tsx"

export function Component() {
  return <ListPage noun={files} />
}
