import { Link } from "react-router"

import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { FINDER, runShortcut } from "#client/services/shortcuts/use-shortcut.ts"
import { Button, buttonClass } from "#client/ui/button.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

const places = [
  { to: paths.dashboard(), name: msg("Dashboard"), note: msg("Your company at a glance") },
  { to: paths.profile(), name: msg("Profile"), note: msg("Your own data and settings") },
  { to: paths.users({ page: 1 }), name: msg("Users"), note: msg("Everyone in your company") },
  {
    to: paths.countries({ page: 1 }),
    name: msg("Countries"),
    note: msg("Codes, dialling codes, currencies"),
  },
  { to: paths.currencies({ page: 1 }), name: msg("Currencies"), note: msg("Codes and decimals") },
]

/** Says which address leads nowhere, and where one may have wanted to go. */
export function NotFoundPage({ address }: { address: string | null }) {
  const t = useText()
  return (
    <div className="ft-lost">
      <p aria-hidden="true" className="ft-code">
        404
      </p>
      <h1 tabIndex={-1}>{t("This page does not exist")}</h1>
      <p>
        {address === null
          ? t("The address may be mistyped, or the page may have been removed.")
          : t.nodes(
              "There is no page at {address}. The address may be mistyped, or the page may have been removed.",
              {
                address: <bdi className="ft-address">{address}</bdi>,
              },
            )}
      </p>
      <nav aria-label={t("Other pages")}>
        <ul className="ft-places">
          {places.map(({ to, name, note }) => (
            <li key={name}>
              <Link to={to}>{t(name)}</Link>
              <span>{t(note)}</span>
            </li>
          ))}
        </ul>
      </nav>
      <div className="ft-acts">
        <Link className={buttonClass("primary")} to={paths.dashboard()}>
          {t("Go to the dashboard")}
        </Link>
        <Button className="ft-search" onClick={() => runShortcut(FINDER)}>
          <Icon name="search" />
          {t("Search")}
        </Button>
      </div>
    </div>
  )
}
