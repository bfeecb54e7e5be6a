import { offices } from "#client/features/company/office.tsx"
import { ListPage } from "#client/records/list-page.tsx"

export function Component() {
  return <ListPage noun={offices} />
}
