import { Outlet } from "react-router"

import { FaultPage } from "#client/features/fault/fault-page.tsx"
import { MailDialog } from "#client/features/mail/mail-dialog.tsx"
import { MAIL_DIALOG } from "#client/features/shell/mail-dialog.ts"
import { Shell } from "#client/features/shell/shell.tsx"
import { rightInWords } from "#client/lib/right-names.ts"
import { readOnlyText } from "#client/lib/session.ts"
import { paths } from "#client/paths.ts"
import { usePage } from "#client/services/page.tsx"
import { LoadingOverlay } from "#client/ui/loading.tsx"
import { ReportProvider } from "#client/ui/report-link.tsx"
import type { Trouble } from "#client/ui/report-link.tsx"
import { useText } from "#client/ui/text.tsx"

const MAIL = <MailDialog id={MAIL_DIALOG} />

/** The frame of the pages for signed-in users. */
export function Component() {
  const t = useText()
  const { session, env } = usePage()
  const report = useReport()
  if (session === null) return <LoadingOverlay text={t("One moment…")} />
  return (
    <ReportProvider value={report}>
      <Shell session={session} timeZone={env.timeZone} mail={MAIL}>
        <Outlet />
      </Shell>
    </ReportProvider>
  )
}

export function ErrorBoundary() {
  const { session, env } = usePage()
  const report = useReport()
  if (session === null) return <FaultPage />
  return (
    <ReportProvider value={report}>
      <Shell session={session} timeZone={env.timeZone} mail={MAIL}>
        <FaultPage />
      </Shell>
    </ReportProvider>
  )
}

/**
 * Where a trouble on this page is reported: an issue that says what is known of it, to be edited before it is sent. `null` for
 * whom the service would refuse one.
 */
function useReport(): ((trouble: Trouble) => string) | null {
  const t = useText()
  const { url, session } = usePage()
  const isWritable = session !== null && readOnlyText(session) === null
  if (!isWritable || !session.permissions.includes("issue:create")) return null
  return ({ title, errorId, right }) =>
    paths.newIssue({
      type: right === undefined ? "bug" : "access",
      title:
        right === undefined
          ? title
          : t("Access: {permission}", { permission: rightInWords(right, t) }),
      errorId,
      route: url,
    })
}
