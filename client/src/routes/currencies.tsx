import { currencies } from "#client/features/reference/currency.tsx"
import { UpgradeNote } from "#client/features/reference/upgrade-note.tsx"
import { ListPage } from "#client/records/list-page.tsx"

export function Component() {
  return <ListPage noun={currencies} note={<UpgradeNote kind="currency" noun={currencies} />} />
}
