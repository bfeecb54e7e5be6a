import { Button, buttonClass } from "#client/ui/button.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

import type { Contact } from "./contact.tsx"
import { useWriting } from "./use-writing.ts"

/** To write to a contact, and to call it. */
export function ContactActions({ contact }: { contact: Contact }) {
  const t = useText()
  const write = useWriting(contact)
  const [email] = contact.emails
  const [phone] = contact.phones
  return (
    <>
      {write === null || email === undefined ? null : (
        <Button look="primary" onClick={() => write(email.address)}>
          <Icon height="16" name="mail" width="16" />
          {t("Write")}
        </Button>
      )}
      {phone === undefined ? null : (
        <a className={buttonClass()} href={`tel:${phone.e164}`}>
          <Icon height="16" name="phone" width="16" />
          {t("Call")}
        </a>
      )}
    </>
  )
}
