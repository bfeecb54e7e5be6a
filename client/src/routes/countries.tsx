import { countries } from "#client/features/reference/country.tsx"
import { UpgradeNote } from "#client/features/reference/upgrade-note.tsx"
import { ListPage } from "#client/records/list-page.tsx"

export function Component() {
  return <ListPage noun={countries} note={<UpgradeNote kind="country" noun={countries} />} />
}
