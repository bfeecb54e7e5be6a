import { ContactActions } from "#client/features/contacts/contact-actions.tsx"
import { CONTACT_SECTIONS, NEW_CONTACT } from "#client/features/contacts/contact-form.ts"
import { ContactHeadline } from "#client/features/contacts/contact-headline.tsx"
import { ContactReading } from "#client/features/contacts/contact-reading.tsx"
import { type Contact, contacts } from "#client/features/contacts/contact.tsx"
import { RecordScreen } from "#client/records/record-screen.tsx"

export const form = { noun: contacts, sections: CONTACT_SECTIONS, isPlain: true }

export function Component() {
  return (
    <RecordScreen
      {...form}
      Reading={ContactReading}
      actions={actionsOf}
      blank={NEW_CONTACT}
      headline={headlineOf}
    />
  )
}

function actionsOf(contact: Contact) {
  return <ContactActions contact={contact} />
}

function headlineOf(contact: Contact) {
  return <ContactHeadline contact={contact} />
}
