import type { ComponentProps } from "react"
import { Link, NavLink } from "react-router"

import logo from "#client/assets/icon.svg"
import type { DateStyle } from "#client/lib/format/date.ts"
import { type SessionView, readOnlyText } from "#client/lib/session.ts"
import { paths } from "#client/paths.ts"
import { AREAS, open } from "#client/places.ts"
import { toast } from "#client/services/toasts.ts"
import { Badge } from "#client/ui/badge.tsx"
import { opens } from "#client/ui/dialog.tsx"
import { IconButton } from "#client/ui/icon-button.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { type Say, useText } from "#client/ui/text.tsx"

import { MAIL_DIALOG } from "./mail-dialog.ts"
import { Inbox, NOTIFICATIONS_DIALOG } from "./notifications-dialog.tsx"
import { OfflineChip } from "./offline-chip.tsx"
import { hasMail } from "./use-deeds.ts"
import { UserMenu } from "./user-menu.tsx"

const NAV = "main-nav"

interface NavbarProps {
  session: SessionView
  style: DateStyle
  /** What the button of the palette does. */
  find: ComponentProps<"button">
}

/** The board at the top of every page (specification 2). */
export function Navbar({ session, style, find }: NavbarProps) {
  const t = useText()
  const { unread } = session
  const readOnly = readOnlyText(session)
  return (
    <header className="sh-bar">
      {/* Where the bar is narrow, the areas are behind this button, which the browser works without script. */}
      <button
        aria-label={t("Menu")}
        className="ui-icon-button sh-nav-button"
        popoverTarget={NAV}
        title={t("Menu")}
        type="button"
      >
        <Icon name="menu" />
      </button>
      <Link aria-label={t("Waybill, go to dashboard")} className="sh-logo" to={paths.dashboard()}>
        <img alt="" height="28" loading="lazy" src={logo} width="28" />
        <span className="sh-logo-name">Waybill</span>
      </Link>
      <nav aria-label={t("Main")} className="sh-nav" id={NAV} popover="auto">
        {open(AREAS, session).map(({ to, label }) => (
          <NavLink className="sh-link" key={to} to={to}>
            {t(label)}
          </NavLink>
        ))}
      </nav>
      <div className="sh-tools">
        <OfflineChip style={style} />
        <button
          {...find}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          aria-label={t("Search or run a command")}
          className="sh-find"
          title={t("Search or run a command")}
          type="button"
        >
          <Icon name="search" />
          <span className="sh-find-text">{t("Find")}</span>
        </button>
        {hasMail(session) ? (
          <IconButton
            icon="mail"
            label={t("New message")}
            {...(readOnly === null
              ? opens(MAIL_DIALOG)
              : { onClick: () => void toast.error(readOnly) })}
          />
        ) : null}
        <IconButton
          icon="bell"
          label={bellLabel(t, unread)}
          {...Inbox.ahead}
          {...opens(NOTIFICATIONS_DIALOG)}
        >
          <Badge count={unread} />
        </IconButton>
        <NavLink
          aria-label={t("Profile settings")}
          className="ui-icon-button sh-cog"
          title={t("Settings")}
          to={paths.profile()}
        >
          <Icon name="cog" />
        </NavLink>
        <UserMenu session={session} />
      </div>
    </header>
  )
}

function bellLabel(t: Say, unread: number): string {
  if (unread === 0) return t("Notifications")
  if (unread > 9) return t("Notifications, more than 9 unread")
  return t.count(unread, "Notifications, {count} unread", "Notifications, {count} unread")
}
