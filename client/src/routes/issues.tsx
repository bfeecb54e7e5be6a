import { issues } from "#client/features/issues/issue-noun.tsx"
import { ListPage } from "#client/records/list-page.tsx"

export function Component() {
  return <ListPage noun={issues} />
}
