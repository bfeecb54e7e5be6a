import type { ReactNode } from "react"
import { NavLink } from "react-router"

import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { usePage } from "#client/services/page.tsx"
import { buttonClass } from "#client/ui/button.tsx"
import type { IconName } from "#client/ui/icon-shapes.ts"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

interface Entry {
  name: string
  to: string
  icon: IconName
  /** Without it the page would be refused. */
  right?: string
}

interface Group {
  id: string
  name: string
  entries: readonly Entry[]
}

const groups: readonly Group[] = [
  {
    id: "you",
    name: msg("You"),
    entries: [
      { name: msg("Profile"), to: paths.profile(), icon: "user" },
      { name: msg("Access tokens"), to: paths.accessTokens(), icon: "key" },
    ],
  },
  {
    id: "company",
    name: msg("Company"),
    entries: [
      {
        name: msg("Company profile"),
        to: paths.company(),
        icon: "building",
        right: "company:view",
      },
      { name: msg("Users"), to: paths.users({ page: 1 }), icon: "users", right: "user:view" },
      { name: msg("Roles"), to: paths.roles({ page: 1 }), icon: "shield", right: "role:view" },
      { name: msg("Groups"), to: paths.groups({ page: 1 }), icon: "users", right: "group:view" },
    ],
  },
  {
    id: "reference",
    name: msg("Reference data"),
    entries: [
      {
        name: msg("E-mail templates"),
        to: paths.templates({ page: 1 }),
        icon: "mail",
        right: "template:view",
      },
      {
        name: msg("Picklists"),
        to: paths.picklists({ page: 1 }),
        icon: "columns",
        right: "picklist:view",
      },
      {
        name: msg("Airports"),
        to: paths.airports({ page: 1 }),
        icon: "plane",
        right: "port.airport:view",
      },
      {
        name: msg("Ocean ports"),
        to: paths.oceanPorts({ page: 1 }),
        icon: "anchor",
        right: "port.oceanport:view",
      },
      {
        name: msg("Receiving locations"),
        to: paths.receivingLocations({ page: 1 }),
        icon: "dock",
        right: "port.receivinglocation:view",
      },
      {
        name: msg("Countries"),
        to: paths.countries({ page: 1 }),
        icon: "globe",
        right: "country:view",
      },
      {
        name: msg("Currencies"),
        to: paths.currencies({ page: 1 }),
        icon: "coin",
        right: "currency:view",
      },
    ],
  },
]

/** For super administrators. */
const installation: Group = {
  id: "installation",
  name: msg("Installation"),
  entries: [{ name: msg("Companies"), to: paths.companies({ page: 1 }), icon: "building" }],
}

/** The settings: their contents at the side, the chosen page beside it. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const t = useText()
  const { session } = usePage()
  const rights = session?.permissions ?? []
  const isOpen = ({ right }: Entry) => right === undefined || rights.includes(right)
  const shown = [...groups, ...(session?.isSuperAdmin === true ? [installation] : [])]
    .map(({ id, name, entries }) => ({ id, name, entries: entries.filter(isOpen) }))
    .filter(({ entries }) => entries.length > 0)
  return (
    <div className="st-frame">
      {/* On a narrow screen the contents open from a button, even before hydration; on a wide one they stand at the side. */}
      <button
        className={buttonClass("secondary", "st-menu")}
        popoverTarget="settings-nav"
        type="button"
      >
        <Icon name="menu" />
        {t("All settings")}
      </button>
      <nav aria-label={t("Settings")} className="st-nav" id="settings-nav" popover="auto">
        {shown.map(({ id, name, entries }) => (
          <div key={id}>
            <p className="st-group-name" id={`settings-${id}`}>
              {t(name)}
            </p>
            <ul aria-labelledby={`settings-${id}`}>
              {entries.map(({ name: entry, to, icon }) => (
                <li key={entry}>
                  <NavLink className="st-link" onClick={close} to={to}>
                    <Icon name={icon} />
                    {t(entry)}
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

/** Script goes on to the next page in the same document, where an open menu would stay. */
function close() {
  document.getElementById("settings-nav")?.hidePopover()
}
