import { originOf } from "#client/features/reference/origin.tsx"
import { picklistLinks } from "#client/features/reference/picklist-links.tsx"
import { NEW_PICKLIST, PICKLIST_SECTIONS, picklists } from "#client/features/reference/picklist.tsx"
import { RecordScreen } from "#client/records/record-screen.tsx"

export const form = { noun: picklists, sections: PICKLIST_SECTIONS, isPlain: true }

const ASIDE = originOf(form)

export function Component() {
  return <RecordScreen {...form} aside={ASIDE} actions={picklistLinks} blank={NEW_PICKLIST} />
}
