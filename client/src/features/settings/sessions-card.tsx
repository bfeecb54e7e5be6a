import { useRef, useState } from "react"

import { dateStyle, formatDateTime } from "#client/lib/format/date.ts"
import { formatRelative } from "#client/lib/format/relative.ts"
import type { SessionUser } from "#client/lib/session.ts"
import type { Need } from "#client/services/page.tsx"
import {
  type Ending,
  type OpenSession,
  useOpenSessions,
} from "#client/services/session/open-sessions.ts"
import { toast } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { Card } from "#client/ui/card.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { Skeleton } from "#client/ui/skeleton.tsx"
import { Tag } from "#client/ui/tag.tsx"

interface SessionsProps {
  need: Need<readonly OpenSession[]>
  user: SessionUser
  /** Zone of the user. */
  timeZone: string
  /** Instant of the render. */
  now: string
}

/** Where I am signed in, and the way out of each place. */
export function SessionsCard({ need, ...reader }: SessionsProps) {
  if (need.status === "failed") {
    return (
      <ErrorPanel
        detail={need.problem.detail}
        errorId={need.problem.instance}
        onRetry={need.retry}
        title="Where you are signed in did not arrive."
      />
    )
  }
  return (
    <Card id="sessions" title="Where you are signed in">
      {need.status === "pending" ? <Skeleton /> : <Sessions rows={need.data} {...reader} />}
    </Card>
  )
}

type Reader = Omit<SessionsProps, "need">

function Sessions({ rows, ...reader }: Reader & { rows: readonly OpenSession[] }) {
  const { end, endOthers } = useOpenSessions()
  const [busy, setBusy] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const others = rows.filter(({ isCurrent }) => !isCurrent).length

  const press = async (what: string, work: () => Promise<Ending>, done: string) => {
    setBusy(what)
    const ending = await work()
    setBusy(null)
    if (ending.status === "failed") {
      toast.error(ending.problem.detail ?? ending.problem.title)
      return
    }
    toast.success(done)
    // The button that was pressed is gone with its row.
    list.current?.focus()
  }
  return (
    <>
      <ul aria-label="Places" ref={list} tabIndex={-1}>
        {rows.map((row) => (
          <li className="st-session" key={row._id}>
            <SessionText row={row} {...reader} />
            {row.isCurrent ? null : (
              <Button
                aria-label={`Sign out ${row.browser}, ${nameOfPlace(row)}`}
                onClick={() =>
                  void press(row._id, () => end(row._id), `${row.browser} is signed out.`)
                }
                pending={busy === row._id ? "Signing out…" : null}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others === 0 ? null : (
        <div className="st-session-all">
          <p>A place that you do not know? Sign it out, then choose a new password.</p>
          <Button
            onClick={() => void press("all", endOthers, "All other places are signed out.")}
            pending={busy === "all" ? "Signing out…" : null}
          >
            Sign out everywhere else
          </Button>
        </div>
      )}
    </>
  )
}

function SessionText({ row, user, timeZone, now }: Reader & { row: OpenSession }) {
  const began = formatDateTime(row.startedAt, dateStyle(timeZone, user))
  return (
    <div className="st-session-text">
      <p className="st-session-name">
        {row.browser} {row.isCurrent ? <Tag tone="ok">This browser</Tag> : null}
      </p>
      <p className="st-session-when">
        {row.isCurrent ? "In use now" : `Last used ${formatRelative(row.lastSeenAt, now)}`}
        {", signed in "}
        {began}
      </p>
      <p className="st-session-when">
        <bdi>{nameOfPlace(row)}</bdi>
      </p>
    </div>
  )
}

function nameOfPlace({ ip }: OpenSession): string {
  return ip === null ? "address not known" : `from ${ip}`
}
