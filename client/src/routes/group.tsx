import { GROUP_SECTIONS, NEW_GROUP, groups } from "#client/features/access/group.tsx"
import { RecordScreen } from "#client/records/record-screen.tsx"

export function Component() {
  return <RecordScreen blank={NEW_GROUP} noun={groups} sections={GROUP_SECTIONS} />
}
