import { picklistValues } from "#client/features/reference/picklist-value.tsx"
import { ListPage } from "#client/records/list-page.tsx"

export function Component() {
  return <ListPage noun={picklistValues} />
}
