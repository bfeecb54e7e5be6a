import { OFFICE_SECTIONS, newOffice, offices } from "#client/features/company/office.tsx"
import { RecordScreen } from "#client/records/record-screen.tsx"
import { usePage } from "#client/services/page.tsx"

export function Component() {
  const { session } = usePage()
  if (session === null) return null
  return <RecordScreen blank={newOffice(session)} noun={offices} sections={OFFICE_SECTIONS} />
}
