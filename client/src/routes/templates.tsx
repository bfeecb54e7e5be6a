import { templates } from "#client/features/mail/templates-noun.tsx"
import { ListPage } from "#client/records/list-page.tsx"

export function Component() {
  return <ListPage noun={templates} />
}
