import { useRights } from "#client/records/rights.ts"
import { compose } from "#client/services/mail/compose.ts"

import type { Contact } from "./contact.tsx"

/** Begins a mail to one of a contact's addresses; `null` where none may be sent. */
export function useWriting(contact: Contact): ((address: string) => void) | null {
  const whyNot = useRights("mail")
  const { _id: id, displayName: name, doNotContact, deletedAt } = contact
  if (whyNot("send") !== null || doNotContact || deletedAt !== null) return null
  return (address) => compose({ to: [{ name, address }], context: { type: "contact", id } })
}
