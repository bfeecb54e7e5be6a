import { MESSAGE_STATES } from "#client/lib/message-states.ts"
import type { MailResult, Message } from "#client/services/mail/letters.ts"
import { Tag } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"

import { isWaiting } from "./leaving.ts"

/** What became of a mail; of several, how many arrived once one did not. */
export function MessageState({ message }: { message: Message }) {
  const t = useText()
  const { state, results } = message
  const { text, tone } = MESSAGE_STATES[state]
  const all = results.filter((result) => result.state !== "leftOut")
  const sent = all.filter((result) => result.state === "sent").length
  if (state !== "queued" && state !== "cancelled" && sent < all.length) {
    return <Tag tone={tone}>{t("{sent} of {count} sent", { sent, count: all.length })}</Tag>
  }
  if (state === "sent" && all.length > 1) {
    return <Tag tone={tone}>{t.count(sent, "{count} sent", "{count} sent")}</Tag>
  }
  const isLater = isWaiting(message)
  return <Tag tone={tone}>{isLater ? t("Scheduled") : t(text)}</Tag>
}

/** What became of one of several mails. */
export function ResultState({ result }: { result: MailResult }) {
  const t = useText()
  const { text, tone } = MESSAGE_STATES[result.state]
  return <Tag tone={tone}>{t(text)}</Tag>
}

/** It was tried, and can be tried again. */
export function isUndelivered({ state }: Pick<MailResult, "state">): boolean {
  return state === "failed" || state === "bounced"
}
