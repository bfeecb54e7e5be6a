import type { ReactNode } from "react"
import { NavLink } from "react-router"

import { SETTINGS_MENU, open } from "#client/places.ts"
import { usePage } from "#client/services/page.tsx"
import { buttonClass } from "#client/ui/button.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

/** The settings: their contents at the side, the chosen page beside it. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const t = useText()
  const { session } = usePage()
  const shown = SETTINGS_MENU.map(({ id, name, places }) => ({
    id,
    name,
    entries: session === null ? [] : open(places, session),
  })).filter(({ entries }) => entries.length > 0)
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
              {entries.map(({ label, to, icon }) => (
                <li key={to}>
                  <NavLink className="st-link" onClick={close} to={to}>
                    <Icon name={icon} />
                    {t(label)}
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
