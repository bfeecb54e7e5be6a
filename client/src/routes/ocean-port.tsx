import { portAside } from "#client/features/reference/port-aside.tsx"
import { newPort, portSections } from "#client/features/reference/port-form.ts"
import { oceanPorts } from "#client/features/reference/port.tsx"
import { RecordScreen } from "#client/records/record-screen.tsx"

const SECTIONS = portSections("oceanport")
const BLANK = newPort("oceanport")

export const form = { noun: oceanPorts, sections: SECTIONS, isPlain: true }

export function Component() {
  return <RecordScreen {...form} aside={portAside} blank={BLANK} />
}
