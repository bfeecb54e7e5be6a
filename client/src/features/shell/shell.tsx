import type { ReactNode } from "react"

import { dateStyle } from "#client/lib/format/date.ts"
import { type SessionView, readOnlyText } from "#client/lib/session.ts"
import { AboveDialogs } from "#client/ui/dialog.tsx"
import { useText } from "#client/ui/text.tsx"

import { ClockPresses } from "./clock-presses.tsx"
import { Layers, useLayers } from "./layers.tsx"
import { Navbar } from "./navbar.tsx"
import { NotReady } from "./not-ready.tsx"
import { Notices } from "./notices.tsx"
import { NotificationsDialog } from "./notifications-dialog.tsx"
import { Overlays } from "./overlays.tsx"
import { Toasts } from "./toasts.tsx"
import { ViewingBar, useIsOver } from "./viewing-bar.tsx"

const MESSAGES = <Toasts />

interface ShellProps {
  session: SessionView
  /** Zone of the user. */
  timeZone: string
  /** Where mails are written; absent while nothing can be changed. */
  mail: ReactNode
  children: ReactNode
}

/** The frame of every page of a signed-in user (specification 2). */
export function Shell({ session, timeZone, mail, children }: ShellProps) {
  const t = useText()
  const style = dateStyle(timeZone, session.user)
  const { find, layer, setLayer } = useLayers()
  const isOver = useIsOver(session.viewing)
  return (
    <AboveDialogs value={MESSAGES}>
      <ClockPresses session={session} timeZone={timeZone}>
        <a className="sh-skip" href="#main">
          {t("Skip to content")}
        </a>
        <Navbar find={find} session={session} style={style} />
        <ViewingBar isOver={isOver} session={session} style={style} />
        <Notices session={session} />
        <NotReady />
        <main className="sh-main" data-density={session.user.density} id="main" tabIndex={-1}>
          {/* What the view showed is no longer the reader's to see. Without a view, something may be half typed. */}
          {isOver && session.viewing !== null ? null : children}
        </main>
        {readOnlyText(session) === null ? mail : null}
        <NotificationsDialog style={style} unread={session.unread} />
        <Layers layer={layer} session={session} setLayer={setLayer} />
        <Overlays />
      </ClockPresses>
    </AboveDialogs>
  )
}
