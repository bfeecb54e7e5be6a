import { useState } from "react"
import { Link } from "react-router"

import { type DateStyle, formatDateTime, formatTime } from "#client/lib/format/date.ts"
import { type Notification, useNotifications } from "#client/services/notifications/list.ts"
import { toast, useToasts } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { EmptyState } from "#client/ui/empty-state.tsx"
import { IconButton } from "#client/ui/icon-button.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { type Say, useText } from "#client/ui/text.tsx"
import { Instant } from "#client/ui/time.tsx"

/** What waits for the user, and the messages that have passed by in this visit. */
export function Inbox({ unread, style }: { unread: number; style: DateStyle }) {
  return (
    <>
      <Waiting style={style} unread={unread} />
      <RecentMessages style={style} />
    </>
  )
}

function Waiting(props: { unread: number; style: DateStyle }) {
  const t = useText()
  const { unread, style } = props
  const { status, rows, showOlder, look, retry } = useNotifications()
  const [pending, setPending] = useState<string | null>(null)
  const during = (what: string, done: Promise<void>) => {
    setPending(what)
    void done.catch(toast.failure).finally(() => setPending(null))
  }

  if (unread === 0 && rows.length === 0 && status !== "failed") {
    return (
      <EmptyState icon="bell" title={t("No new notifications")}>
        <p>{t("News about your company and your work will appear here.")}</p>
      </EmptyState>
    )
  }
  return (
    <section aria-busy={status === "pending"} aria-label={t("Inbox")} className="sh-inbox">
      <div className="sh-inbox-head">
        <output>{countText(t, unread)}</output>
        {unread === 0 ? null : (
          <Button
            look="quiet"
            onClick={() => during("all", look("all"))}
            pending={pending === "all" ? t("Marking…") : null}
          >
            {t("Mark all as read")}
          </Button>
        )}
      </div>
      {status === "failed" ? (
        <div className="sh-inbox-head">
          <p>{t("The notifications could not be loaded.")}</p>
          <Button onClick={retry}>{t("Try again")}</Button>
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
          pending={pending === "older" ? t("Loading…") : null}
        >
          {t("Show older")}
        </Button>
      )}
    </section>
  )
}

function Note(props: { row: Notification; style: DateStyle; onLook: () => void }) {
  const t = useText()
  const { row, style, onLook } = props
  const isNew = row.status === "new"
  const href = row.href ?? null
  return (
    <li className="sh-note" data-new={isNew || undefined} tabIndex={-1}>
      <Icon name={row.severity === "info" ? "info" : "warning"} />
      <div className="sh-note-text">
        <p className="sh-note-title">
          {isNew ? <span className="u-hidden">{t("New:")} </span> : null}
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
        <Instant dateTime={row.createdAt}>{formatDateTime(row.createdAt, style)}</Instant>
      </div>
      {isNew ? (
        <IconButton
          icon="check"
          label={t("Mark as read: {title}", { title: row.title })}
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
  const t = useText()
  const { recent } = useToasts()
  if (recent.length === 0) return null
  return (
    <section aria-labelledby="recent-messages" className="sh-recent">
      <h3 id="recent-messages">{t("Recent messages")}</h3>
      <ul>
        {recent.map(({ id, tone, text, at }) => (
          <li key={id}>
            <Icon name={tone === "error" ? "warning" : "info"} />
            <p>{t.phrase(text)}</p>
            <Instant dateTime={new Date(at).toISOString()}>{formatTime(at, style)}</Instant>
          </li>
        ))}
      </ul>
    </section>
  )
}

function countText(t: Say, unread: number): string {
  if (unread === 0) return t("Nothing new")
  return unread > 9 ? t("More than 9 unread") : t.count(unread, "{count} unread", "{count} unread")
}
