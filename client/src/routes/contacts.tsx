import { contacts } from "#client/features/contacts/contact.tsx"
import { ListPage } from "#client/records/list-page.tsx"

export function Component() {
  return <ListPage noun={contacts} />
}
