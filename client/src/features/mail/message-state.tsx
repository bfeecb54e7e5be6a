import { msg } from "#client/lib/words.ts"
import type { Message } from "#client/services/mail/letters.ts"
import { Tag, type TagTone } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"

const STATES: Readonly<Record<Message["state"], { text: string; tone: TagTone }>> = {
  queued: { text: msg("Waiting"), tone: "accent" },
  sending: { text: msg("Leaving"), tone: "accent" },
  sent: { text: msg("Sent"), tone: "ok" },
  bounced: { text: msg("Refused by the receiver"), tone: "danger" },
  failed: { text: msg("Failed"), tone: "danger" },
  cancelled: { text: msg("Taken back"), tone: "plain" },
}

/** What became of a mail. */
export function MessageState({ message }: { message: Pick<Message, "state" | "scheduledAt"> }) {
  const t = useText()
  const { text, tone } = STATES[message.state]
  const isLater = message.state === "queued" && message.scheduledAt !== null
  return <Tag tone={tone}>{isLater ? t("Scheduled") : t(text)}</Tag>
}
