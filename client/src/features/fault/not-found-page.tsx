import { Link } from "react-router"

import { paths } from "#client/paths.ts"
import { buttonClass } from "#client/ui/button.tsx"

const places = [
  { to: paths.dashboard(), name: "Dashboard", note: "Your company at a glance" },
  { to: paths.profile(), name: "Profile", note: "Your own data and settings" },
  { to: paths.users({ page: 1 }), name: "Users", note: "Everybody in your company" },
  {
    to: paths.countries({ page: 1 }),
    name: "Countries",
    note: "Codes, dialling codes, currencies",
  },
  { to: paths.currencies({ page: 1 }), name: "Currencies", note: "Codes and decimals" },
]

/** Says which address leads nowhere, and where one may have wanted to go. */
export function NotFoundPage({ address }: { address: string | null }) {
  return (
    <div className="ft-lost">
      <p aria-hidden="true" className="ft-code">
        404
      </p>
      <h1 tabIndex={-1}>This page does not exist</h1>
      <p>
        {address === null ? (
          "The address may be mistyped, or what it showed has been removed."
        ) : (
          <>
            There is nothing at <bdi className="ft-address">{address}</bdi>. The address may be
            mistyped, or what it showed has been removed.
          </>
        )}
      </p>
      <nav aria-label="Places to go instead">
        <ul className="ft-places">
          {places.map(({ to, name, note }) => (
            <li key={name}>
              <Link to={to}>{name}</Link>
              <span>{note}</span>
            </li>
          ))}
        </ul>
      </nav>
      <Link className={buttonClass("primary")} to={paths.dashboard()}>
        Go to the dashboard
      </Link>
    </div>
  )
}
