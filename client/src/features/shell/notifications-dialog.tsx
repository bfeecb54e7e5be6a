import type { DateStyle } from "#client/lib/format/date.ts"
import { LateDialog } from "#client/ui/late-dialog.tsx"
import { onDemand } from "#client/ui/on-demand.tsx"
import { useText } from "#client/ui/text.tsx"

export const NOTIFICATIONS_DIALOG = "notifications-dialog"

/** Its content, fetched when it is about to be opened. */
export const Inbox = onDemand(async () => (await import("./inbox.tsx")).Inbox)

/** What waits for the user, and the messages that have passed by in this visit. */
export function NotificationsDialog({ unread, style }: { unread: number; style: DateStyle }) {
  const t = useText()
  return (
    <LateDialog id={NOTIFICATIONS_DIALOG} title={t("Notifications")}>
      <Inbox style={style} unread={unread} />
    </LateDialog>
  )
}
