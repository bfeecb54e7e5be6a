import { MESSAGE_STATES } from "#client/lib/message-states.ts"
import type { Message } from "#client/services/mail/letters.ts"
import { Tag } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"

/** What became of a mail. */
export function MessageState({ message }: { message: Pick<Message, "state" | "scheduledAt"> }) {
  const t = useText()
  const { text, tone } = MESSAGE_STATES[message.state]
  const isLater = message.state === "queued" && message.scheduledAt !== null
  return <Tag tone={tone}>{isLater ? t("Scheduled") : t(text)}</Tag>
}
