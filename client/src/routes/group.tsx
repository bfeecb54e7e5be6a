import { GROUP_SECTIONS, NEW_GROUP, groups } from "#client/features/access/group.tsx"
import { RecordScreen } from "#client/records/record-screen.tsx"

export const form = { noun: groups, sections: GROUP_SECTIONS, isPlain: true }

export function Component() {
  return <RecordScreen {...form} blank={NEW_GROUP} />
}
