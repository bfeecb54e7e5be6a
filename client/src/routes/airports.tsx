import { airports } from "#client/features/reference/port.tsx"
import { ListPage } from "#client/records/list-page.tsx"

export function Component() {
  return <ListPage noun={airports} />
}
