import { formatTime } from "#client/lib/format/date.ts"
import type { DateStyle } from "#client/lib/format/date.ts"
import { useToasts } from "#client/services/toasts.ts"
import { Dialog } from "#client/ui/dialog.tsx"
import { EmptyState } from "#client/ui/empty-state.tsx"
import { Icon } from "#client/ui/icon.tsx"

import { Toasts } from "./toasts.tsx"

export const NOTIFICATIONS_DIALOG = "notifications-dialog"

/** What waits for the user, and the messages that have passed by in this visit. */
export function NotificationsDialog({ unread, style }: { unread: number; style: DateStyle }) {
  const { recent } = useToasts()
  return (
    <Dialog after={<Toasts />} id={NOTIFICATIONS_DIALOG} title="Notifications">
      {unread === 0 ? (
        <EmptyState icon="bell" title="No new notifications">
          <p>News about your company and your work will be listed here.</p>
        </EmptyState>
      ) : (
        <p>{unread > 9 ? "More than 9" : unread} unread</p>
      )}
      {recent.length === 0 ? null : (
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
      )}
    </Dialog>
  )
}
