import { airports } from "#client/features/reference/port.tsx"
import { UpgradeNote } from "#client/features/reference/upgrade-note.tsx"
import { ListPage } from "#client/records/list-page.tsx"

export function Component() {
  return <ListPage noun={airports} note={<UpgradeNote kind="airport" noun={airports} />} />
}
