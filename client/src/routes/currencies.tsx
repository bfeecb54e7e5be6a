import { currencies } from "#client/features/reference/currency.tsx"
import { ListPage } from "#client/records/list-page.tsx"

export function Component() {
  return <ListPage noun={currencies} />
}
