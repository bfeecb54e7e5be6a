import { picklists } from "#client/features/reference/picklist.tsx"
import { UpgradeNote } from "#client/features/reference/upgrade-note.tsx"
import { ListPage } from "#client/records/list-page.tsx"

export function Component() {
  return <ListPage noun={picklists} note={<UpgradeNote kind="picklistGroup" noun={picklists} />} />
}
