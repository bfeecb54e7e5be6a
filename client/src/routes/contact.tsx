import { CONTACT_SECTIONS, NEW_CONTACT } from "#client/features/contacts/contact-form.ts"
import { contacts } from "#client/features/contacts/contact.tsx"
import { RecordScreen } from "#client/records/record-screen.tsx"

export function Component() {
  return <RecordScreen blank={NEW_CONTACT} noun={contacts} sections={CONTACT_SECTIONS} />
}
