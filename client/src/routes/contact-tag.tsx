import {
  CONTACT_TAG_SECTIONS,
  NEW_CONTACT_TAG,
  contactTags,
} from "#client/features/contacts/contact-tag.tsx"
import { RecordScreen } from "#client/records/record-screen.tsx"

export const form = { noun: contactTags, sections: CONTACT_TAG_SECTIONS, isPlain: true }

export function Component() {
  return <RecordScreen {...form} blank={NEW_CONTACT_TAG} />
}
