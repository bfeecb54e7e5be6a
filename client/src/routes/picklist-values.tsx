import { picklistValues } from "#client/features/reference/picklist-value.tsx"
import { UpgradeNote } from "#client/features/reference/upgrade-note.tsx"
import { ListPage } from "#client/records/list-page.tsx"

export function Component() {
  return (
    <ListPage
      noun={picklistValues}
      note={<UpgradeNote kind="picklistValue" noun={picklistValues} />}
    />
  )
}
