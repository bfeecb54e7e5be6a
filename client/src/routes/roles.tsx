import { roles } from "#client/features/access/role.tsx"
import { ListPage } from "#client/records/list-page.tsx"
// One file of the build with these: see base.ts.
import "#client/features/access/parts.ts"

export function Component() {
  return <ListPage noun={roles} />
}
