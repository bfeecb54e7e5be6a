import { companies } from "#client/features/operator/companies.tsx"
import { ListPage } from "#client/records/list-page.tsx"

export function Component() {
  return <ListPage noun={companies} />
}
