import { Link, NavLink } from "react-router"

import logo from "#client/assets/icon.svg"
import { EXPIRED_TEXT } from "#client/lib/auth-text.ts"
import type { SessionView } from "#client/lib/session.ts"
import { paths } from "#client/paths.ts"
import { toast } from "#client/services/toasts.ts"
import { Badge } from "#client/ui/badge.tsx"
import { opens } from "#client/ui/dialog.tsx"
import { IconButton } from "#client/ui/icon-button.tsx"
import { Icon } from "#client/ui/icon.tsx"

import { MAIL_DIALOG } from "./mail-dialog.tsx"
import { NOTIFICATIONS_DIALOG } from "./notifications-dialog.tsx"
import { UserMenu } from "./user-menu.tsx"

/** The board at the top of every page (specification 2). */
export function Navbar({ session }: { session: SessionView }) {
  const { isExpired, unread } = session
  return (
    <header className="sh-bar">
      <Link aria-label="Waybill, to the dashboard" className="sh-logo" to={paths.dashboard()}>
        <img alt="" height="28" loading="lazy" src={logo} width="28" />
        Waybill
      </Link>
      <nav aria-label="Main" className="sh-nav">
        <NavLink className="sh-link" to={paths.dashboard()}>
          Dashboard
        </NavLink>
        <NavLink className="sh-link" to={paths.settings()}>
          Settings
        </NavLink>
      </nav>
      <div className="sh-tools">
        <IconButton
          icon="mail"
          label="New message"
          {...(isExpired ? { onClick: () => void toast.error(EXPIRED_TEXT) } : opens(MAIL_DIALOG))}
        />
        <IconButton icon="bell" label={bellLabel(unread)} {...opens(NOTIFICATIONS_DIALOG)}>
          <Badge count={unread} />
        </IconButton>
        <NavLink
          aria-label="Settings of your profile"
          className="ui-icon-button"
          title="Settings"
          to={paths.profile()}
        >
          <Icon name="cog" />
        </NavLink>
        <UserMenu session={session} />
      </div>
    </header>
  )
}

function bellLabel(unread: number): string {
  if (unread === 0) return "Notifications"
  return `Notifications, ${unread > 9 ? "more than 9" : unread} unread`
}
