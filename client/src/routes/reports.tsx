import { reports } from "#client/features/reports/report-noun.tsx"
import { ListPage } from "#client/records/list-page.tsx"

export function Component() {
  return <ListPage noun={reports} />
}
