import { Link } from "react-router"

import { useRecentlyOpened } from "#client/services/recent.ts"
import { Card } from "#client/ui/card.tsx"
import { useText } from "#client/ui/text.tsx"

/** The records that the user opened last in this browser, which the server does not know: absent until the page is hydrated. */
export function RecentCard({ userId }: { userId: string }) {
  const t = useText()
  const recent = useRecentlyOpened(userId)
  if (recent.length === 0) return null
  return (
    <Card id="recent" title={t("Recently opened")}>
      <ul className="db-recent">
        {recent.map(({ path, label }) => (
          <li key={path}>
            <Link to={path}>
              <bdi>{label}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
