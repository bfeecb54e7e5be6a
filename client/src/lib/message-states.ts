/** What became of a mail, in words. */
import type { components } from "#client/wire/api.ts"

import { msg } from "./words.ts"

type MessageState = components["schemas"]["MailMessage"]["state"]

export const MESSAGE_STATES: Readonly<
  Record<MessageState, { text: string; tone: "plain" | "accent" | "ok" | "danger" }>
> = {
  queued: { text: msg("Waiting"), tone: "accent" },
  sending: { text: msg("Sending"), tone: "accent" },
  sent: { text: msg("Sent"), tone: "ok" },
  bounced: { text: msg("Rejected by the recipient's server"), tone: "danger" },
  failed: { text: msg("Failed"), tone: "danger" },
  cancelled: { text: msg("Cancelled"), tone: "plain" },
  leftOut: { text: msg("Left out"), tone: "plain" },
}
