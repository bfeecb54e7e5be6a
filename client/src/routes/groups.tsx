import { groups } from "#client/features/access/group.tsx"
import { ListPage } from "#client/records/list-page.tsx"

export function Component() {
  return <ListPage noun={groups} />
}
