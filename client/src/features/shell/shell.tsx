import type { ReactNode } from "react"

import { dateStyle } from "#client/lib/format/date.ts"
import type { SessionView } from "#client/lib/session.ts"

import { MailDialog } from "./mail-dialog.tsx"
import { Navbar } from "./navbar.tsx"
import { Notices } from "./notices.tsx"
import { NotificationsDialog } from "./notifications-dialog.tsx"
import { Overlays } from "./overlays.tsx"

interface ShellProps {
  session: SessionView
  /** Zone of the user. */
  timeZone: string
  children: ReactNode
}

/** The frame of every page of a signed-in user (specification 2). */
export function Shell({ session, timeZone, children }: ShellProps) {
  return (
    <>
      <a className="sh-skip" href="#main">
        Skip to the content
      </a>
      <Navbar session={session} />
      <Notices session={session} />
      <main className="sh-main" id="main" tabIndex={-1}>
        {children}
      </main>
      {session.isExpired ? null : <MailDialog />}
      <NotificationsDialog style={dateStyle(timeZone, session.user)} unread={session.unread} />
      <Overlays />
    </>
  )
}
