import { useGranted } from "#client/records/rights.ts"
import { LateDialog } from "#client/ui/late-dialog.tsx"
import { onDemand } from "#client/ui/on-demand.tsx"
import { useText } from "#client/ui/text.tsx"

import type { Report } from "./report-data.ts"

export const SCHEDULE_REPORT = "schedule-report"

const ScheduleForm = onDemand(async () => (await import("./schedule-form.tsx")).ScheduleForm)

/** When the report is sent by mail, and to whom; for those who may schedule it. */
export function ScheduleDialog({ report }: { report: Report }) {
  const t = useText()
  const maySchedule = useGranted("report")("schedule")
  if (!maySchedule) return null
  return (
    <LateDialog id={SCHEDULE_REPORT} title={t("Send the report by e-mail")}>
      <ScheduleForm dialog={SCHEDULE_REPORT} report={report} />
    </LateDialog>
  )
}
