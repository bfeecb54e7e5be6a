import { OFFICE_SECTIONS, newOffice, offices } from "#client/features/company/office.tsx"
import { RecordScreen } from "#client/records/record-screen.tsx"
import { usePage } from "#client/services/page.tsx"

export const form = { noun: offices, sections: OFFICE_SECTIONS, isPlain: true }

export function Component() {
  const { session } = usePage()
  if (session === null) return null
  return <RecordScreen {...form} blank={newOffice(session)} />
}
