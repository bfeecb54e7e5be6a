import {
  CONTACT_TAG_SECTIONS,
  NEW_CONTACT_TAG,
  contactTags,
} from "#client/features/contacts/contact-tag.tsx"
import { RecordScreen } from "#client/records/record-screen.tsx"

export function Component() {
  return <RecordScreen blank={NEW_CONTACT_TAG} noun={contactTags} sections={CONTACT_TAG_SECTIONS} />
}
