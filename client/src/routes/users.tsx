import { users } from "#client/features/access/user.tsx"
import { ListPage } from "#client/records/list-page.tsx"

export function Component() {
  return <ListPage noun={users} />
}
