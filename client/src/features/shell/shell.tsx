import type { ReactNode } from "react"

import { dateStyle } from "#client/lib/format/date.ts"
import type { SessionView } from "#client/lib/session.ts"
import { AboveDialogs } from "#client/ui/dialog.tsx"
import { useText } from "#client/ui/text.tsx"

import { Layers, useLayers } from "./layers.tsx"
import { Navbar } from "./navbar.tsx"
import { NotReady } from "./not-ready.tsx"
import { Notices } from "./notices.tsx"
import { NotificationsDialog } from "./notifications-dialog.tsx"
import { Overlays } from "./overlays.tsx"
import { Toasts } from "./toasts.tsx"

const MESSAGES = <Toasts />

interface ShellProps {
  session: SessionView
  /** Zone of the user. */
  timeZone: string
  /** Where mails are written; absent while the subscription is over. */
  mail: ReactNode
  children: ReactNode
}

/** The frame of every page of a signed-in user (specification 2). */
export function Shell({ session, timeZone, mail, children }: ShellProps) {
  const t = useText()
  const style = dateStyle(timeZone, session.user)
  const { find, layer, setLayer } = useLayers()
  return (
    <AboveDialogs value={MESSAGES}>
      <a className="sh-skip" href="#main">
        {t("Skip to content")}
      </a>
      <Navbar find={find} session={session} style={style} />
      <Notices session={session} />
      <NotReady />
      <main className="sh-main" data-density={session.user.density} id="main" tabIndex={-1}>
        {children}
      </main>
      {session.isExpired ? null : mail}
      <NotificationsDialog style={style} unread={session.unread} />
      <Layers layer={layer} session={session} setLayer={setLayer} />
      <Overlays />
    </AboveDialogs>
  )
}
