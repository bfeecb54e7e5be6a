import { portAside } from "#client/features/reference/port-aside.tsx"
import { newPort, portSections } from "#client/features/reference/port-form.ts"
import { receivingLocations } from "#client/features/reference/port.tsx"
import { RecordScreen } from "#client/records/record-screen.tsx"

const SECTIONS = portSections("receivinglocation")
const BLANK = newPort("receivinglocation")

export const form = { noun: receivingLocations, sections: SECTIONS, isPlain: true }

const ASIDE = portAside(form)

export function Component() {
  return <RecordScreen {...form} aside={ASIDE} blank={BLANK} />
}
