/** Why a recipient is sent nothing, in the reader's language. The service says it in English, with the recipient's name or address. */
import { msg } from "#client/lib/words.ts"
import type { Address } from "#client/services/mail/letters.ts"
import type { Say } from "#client/ui/text.tsx"

import { nameOf } from "./names.ts"

const REASONS = [
  msg("{name} has opted out of e-mail."),
  msg("{name} has unsubscribed from your company's e-mail."),
  msg("{name} does not exist, according to its mail server. Check the address."),
  msg("{name} reported an e-mail from your company as spam."),
] as const

/** The service's sentence for this recipient, which stays as it is where it is none of those that are known. */
export function leftOutText(t: Say, recipient: Address, why: string): string {
  const reason = REASONS.find((text) => why.endsWith(text.slice("{name}".length)))
  if (reason === undefined) return why
  const isAboutAddress = why.startsWith(recipient.address)
  return t(reason, { name: isAboutAddress ? recipient.address : nameOf(recipient) })
}
