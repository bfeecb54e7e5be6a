import { useState } from "react"
import { Link } from "react-router"

import { type DateStyle, formatDateTime, formatTime } from "#client/lib/format/date.ts"
import { type Notification, useNotifications } from "#client/services/notifications/list.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { toast, useToasts } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { Dialog } from "#client/ui/dialog.tsx"
import { EmptyState } from "#client/ui/empty-state.tsx"
import { IconButton } from "#client/ui/icon-button.tsx"
import { Icon } from "#client/ui/icon.tsx"

import { Toasts } from "./toasts.tsx"

export const NOTIFICATIONS_DIALOG = "notifications-dialog"

/** What waits for the user, and the messages that have passed by in this visit. */
export function NotificationsDialog({ unread, style }: { unread: number; style: DateStyle }) {
  // Opening a modal dialog moves the focus into it, in every browser.
  const [wanted, setWanted] = useState(false)
  return (
    <Dialog
      after={<Toasts />}
      id={NOTIFICATIONS_DIALOG}
      onFocus={() => setWanted(true)}
      title="Notifications"
    >
      <Inbox style={style} unread={unread} wanted={wanted} />
      <RecentMessages style={style} />
    </Dialog>
  )
}

function Inbox(props: { unread: number; style: DateStyle; wanted: boolean }) {
  const { unread, style, wanted } = props
  const { status, rows, showOlder, look, retry } = useNotifications(wanted)
  const [pending, setPending] = useState<string | null>(null)
  const during = (what: string, done: Promise<void>) => {
    setPending(what)
    void done.catch(tell).finally(() => setPending(null))
  }

  if (unread === 0 && rows.length === 0 && status !== "failed") {
    return (
      <EmptyState icon="bell" title="No new notifications">
        <p>News about your company and your work will be listed here.</p>
      </EmptyState>
    )
  }
  return (
    <section aria-busy={status === "pending"} aria-label="Inbox" className="sh-inbox">
      <div className="sh-inbox-head">
        <output>{countText(unread)}</output>
        {unread === 0 ? null : (
          <Button
            look="quiet"
            onClick={() => during("all", look("all"))}
            pending={pending === "all" ? "Marking…" : null}
          >
            Mark all as read
          </Button>
        )}
      </div>
      {status === "failed" ? (
        <div className="sh-inbox-head">
          <p>The notifications could not be loaded.</p>
          <Button onClick={retry}>Try again</Button>
        </div>
      ) : (
        <ul className="sh-notes">
          {rows.map((row) => (
            <Note
              key={row._id}
              onLook={() => during(row._id, look([row._id]))}
              row={row}
              style={style}
            />
          ))}
        </ul>
      )}
      {showOlder === null ? null : (
        <Button
          onClick={() => during("older", showOlder())}
          pending={pending === "older" ? "Loading…" : null}
        >
          Show older
        </Button>
      )}
    </section>
  )
}

function Note(props: { row: Notification; style: DateStyle; onLook: () => void }) {
  const { row, style, onLook } = props
  const isNew = row.status === "new"
  const href = row.href ?? null
  return (
    <li className="sh-note" data-new={isNew || undefined} tabIndex={-1}>
      <Icon name={row.severity === "info" ? "info" : "warning"} />
      <div className="sh-note-text">
        <p className="sh-note-title">
          {isNew ? <span className="u-hidden">New: </span> : null}
          {href === null ? (
            row.title
          ) : (
            <Link
              onClick={({ currentTarget }) => {
                currentTarget.closest("dialog")?.close()
                if (isNew) onLook()
              }}
              to={href}
            >
              {row.title}
            </Link>
          )}
        </p>
        {row.body === "" ? null : <p>{row.body}</p>}
        <time dateTime={row.createdAt}>{formatDateTime(row.createdAt, style)}</time>
      </div>
      {isNew ? (
        <IconButton
          icon="check"
          label={`Mark as read: ${row.title}`}
          onClick={({ currentTarget }) => {
            // The button goes; the focus stays where it was.
            currentTarget.closest("li")?.focus()
            onLook()
          }}
        />
      ) : null}
    </li>
  )
}

function RecentMessages({ style }: { style: DateStyle }) {
  const { recent } = useToasts()
  if (recent.length === 0) return null
  return (
    <section aria-labelledby="recent-messages" className="sh-recent">
      <h3 id="recent-messages">Messages of this visit</h3>
      <ul>
        {recent.map(({ id, tone, text, at }) => (
          <li key={id}>
            <Icon name={tone === "error" ? "warning" : "info"} />
            <p>{text}</p>
            <time dateTime={new Date(at).toISOString()}>{formatTime(at, style)}</time>
          </li>
        ))}
      </ul>
    </section>
  )
}

function countText(unread: number): string {
  if (unread === 0) return "Nothing new"
  return unread > 9 ? "More than 9 unread" : `${unread} unread`
}

function tell(error: unknown): void {
  toast.error(error instanceof RequestFailed ? error.message : "That did not work. Try again.")
}
