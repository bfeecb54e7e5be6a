import { roles } from "#client/features/access/role.tsx"
import { ListPage } from "#client/records/list-page.tsx"

export function Component() {
  return <ListPage noun={roles} />
}
