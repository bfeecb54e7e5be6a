import { Link } from "react-router"

import { formatNumber } from "#client/lib/format/number.ts"
import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import type { Need } from "#client/services/page.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import type { IconName } from "#client/ui/icon-shapes.ts"
import { Icon } from "#client/ui/icon.tsx"
import { Skeleton } from "#client/ui/skeleton.tsx"
import { useText } from "#client/ui/text.tsx"

import type { Overview } from "./dashboard-data.ts"

interface TileKind {
  count: "users" | "roles" | "countries" | "currencies"
  one: string
  many: string
  icon: IconName
  href: string
  /** That opens the list. */
  right: string
}

const kinds: readonly TileKind[] = [
  {
    count: "users",
    one: msg("User"),
    many: msg("Users"),
    icon: "users",
    href: paths.users({ page: 1 }),
    right: "user:view",
  },
  {
    count: "roles",
    one: msg("Role"),
    many: msg("Roles"),
    icon: "shield",
    href: paths.roles({ page: 1 }),
    right: "role:view",
  },
  {
    count: "countries",
    one: msg("Country"),
    many: msg("Countries"),
    icon: "globe",
    href: paths.countries({ page: 1 }),
    right: "country:view",
  },
  {
    count: "currencies",
    one: msg("Currency"),
    many: msg("Currencies"),
    icon: "coin",
    href: paths.currencies({ page: 1 }),
    right: "currency:view",
  },
]

interface TilesProps {
  overview: Need<Overview>
  locale: string
  /** Of the user: what a figure counts can be opened, or is not counted. */
  permissions: readonly string[]
}

/** How many there are of what; each figure leads to its list. */
export function Tiles({ overview, locale, permissions }: TilesProps) {
  const t = useText()
  if (overview.status === "failed") {
    return (
      <ErrorPanel
        onRetry={overview.retry}
        problem={overview.problem}
        title={t("The figures of your company did not arrive.")}
      />
    )
  }
  const shown = kinds.filter(({ right }) => permissions.includes(right))
  if (shown.length === 0) return null
  const counts = overview.status === "ready" ? overview.data : null
  return (
    <nav aria-label={t("At a glance")}>
      <ul aria-busy={counts === null} className="db-tiles">
        {shown.map(({ count, one, many, icon, href }) => (
          <li key={count}>
            <Link className="db-tile" to={href}>
              <Icon name={icon} />
              <span className="db-figure">
                {counts === null ? <Skeleton width="half" /> : formatNumber(counts[count], locale)}
              </span>
              <span className="db-tile-name">{t(counts?.[count] === 1 ? one : many)}</span>
              <Icon className="db-tile-go" height="16" name="arrow-end" width="16" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
