import { countries } from "#client/features/reference/country.tsx"
import { ListPage } from "#client/records/list-page.tsx"

export function Component() {
  return <ListPage noun={countries} />
}
