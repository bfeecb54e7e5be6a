import { msg } from "#client/lib/words.ts"
import { Tag } from "#client/ui/tag.tsx"
import type { TagTone } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"
import type { components } from "#client/wire/api.ts"

type State = components["schemas"]["CompanyState"]

const STATES: Readonly<Record<State, { text: string; tone: TagTone }>> = {
  active: { text: msg("Active"), tone: "ok" },
  expired: { text: msg("Expired"), tone: "danger" },
}

/** Whether users of the company can work. */
export function StateTag({ state }: { state: State }) {
  const t = useText()
  return <Tag tone={STATES[state].tone}>{t(STATES[state].text)}</Tag>
}
