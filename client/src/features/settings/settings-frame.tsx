import type { ReactNode } from "react"
import { NavLink } from "react-router"

import { paths } from "#client/paths.ts"
import type { IconName } from "#client/ui/icon-shapes.ts"
import { Icon } from "#client/ui/icon.tsx"

interface Entry {
  name: string
  to: string
  icon: IconName
}

const groups: readonly { name: string; entries: readonly Entry[] }[] = [
  { name: "You", entries: [{ name: "Profile", to: paths.profile(), icon: "user" }] },
  {
    name: "Company",
    entries: [
      { name: "Users", to: paths.users({ page: 1 }), icon: "users" },
      { name: "Roles", to: paths.roles({ page: 1 }), icon: "shield" },
    ],
  },
  {
    name: "Reference data",
    entries: [
      { name: "Countries", to: paths.countries({ page: 1 }), icon: "globe" },
      { name: "Currencies", to: paths.currencies({ page: 1 }), icon: "coin" },
    ],
  },
]

/** The settings: their contents at the side, the chosen page beside it. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  return (
    <div className="st-frame">
      <nav aria-label="Settings" className="st-nav">
        {groups.map(({ name, entries }) => (
          <div className="st-group" key={name}>
            <p className="st-group-name" id={`settings-${name.slice(0, 3)}`}>
              {name}
            </p>
            <ul aria-labelledby={`settings-${name.slice(0, 3)}`}>
              {entries.map(({ name: entry, to, icon }) => (
                <li key={entry}>
                  <NavLink className="st-link" to={to}>
                    <Icon name={icon} />
                    {entry}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="st-page">{children}</div>
    </div>
  )
}
