import { msg } from "#client/lib/words.ts"
import type { MailResult, Message } from "#client/services/mail/letters.ts"
import { Tag, type TagTone } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"

const STATES: Readonly<Record<Message["state"], { text: string; tone: TagTone }>> = {
  queued: { text: msg("Waiting"), tone: "accent" },
  sending: { text: msg("Leaving"), tone: "accent" },
  sent: { text: msg("Sent"), tone: "ok" },
  bounced: { text: msg("Refused by the receiver"), tone: "danger" },
  failed: { text: msg("Failed"), tone: "danger" },
  cancelled: { text: msg("Taken back"), tone: "plain" },
  leftOut: { text: msg("Left out"), tone: "plain" },
}

type Standing = Pick<Message, "state" | "scheduledAt" | "results">

/** What became of a mail; of several, how many arrived once one did not. */
export function MessageState({ message }: { message: Standing }) {
  const t = useText()
  const { state, scheduledAt, results } = message
  const { text, tone } = STATES[state]
  const all = results.filter((result) => result.state !== "leftOut")
  const sent = all.filter((result) => result.state === "sent").length
  if (state !== "queued" && state !== "cancelled" && sent < all.length) {
    return <Tag tone={tone}>{t("{sent} of {count} sent", { sent, count: all.length })}</Tag>
  }
  if (state === "sent" && all.length > 1) {
    return <Tag tone={tone}>{t.count(sent, "{count} sent", "{count} sent")}</Tag>
  }
  const isLater = state === "queued" && scheduledAt !== null
  return <Tag tone={tone}>{isLater ? t("Scheduled") : t(text)}</Tag>
}

/** What became of one of several mails. */
export function ResultState({ result }: { result: MailResult }) {
  const t = useText()
  const { text, tone } = STATES[result.state]
  return <Tag tone={tone}>{t(text)}</Tag>
}

/** It was tried, and can be tried again. */
export function isUndelivered({ state }: Pick<MailResult, "state">): boolean {
  return state === "failed" || state === "bounced"
}
