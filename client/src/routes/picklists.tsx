import { picklists } from "#client/features/reference/picklist.tsx"
import { ListPage } from "#client/records/list-page.tsx"

export function Component() {
  return <ListPage noun={picklists} />
}
