import { contactTags } from "#client/features/contacts/contact-tag.tsx"
import { ListPage } from "#client/records/list-page.tsx"

export function Component() {
  return <ListPage noun={contactTags} />
}
