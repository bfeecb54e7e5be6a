import { msg } from "#client/lib/words.ts"
import { Tag } from "#client/ui/tag.tsx"
import type { TagTone } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"
import type { components } from "#client/wire/api.ts"

type Status = components["schemas"]["User"]["status"]

export const STATUSES: Readonly<Record<Status, { text: string; tone: TagTone }>> = {
  invited: { text: msg("Invited"), tone: "accent" },
  active: { text: msg("Active"), tone: "ok" },
  suspended: { text: msg("Suspended"), tone: "danger" },
  deactivated: { text: msg("Deactivated"), tone: "plain" },
}

/** Where a user stands. */
export function StatusTag({ status }: { status: Status }) {
  const t = useText()
  return <Tag tone={STATUSES[status].tone}>{t(STATUSES[status].text)}</Tag>
}
