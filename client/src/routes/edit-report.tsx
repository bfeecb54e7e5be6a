import type { Report } from "#client/features/reports/report-data.ts"
import { NEW_REPORT, REPORT_SECTIONS } from "#client/features/reports/report-form.ts"
import { reports } from "#client/features/reports/report-noun.tsx"
import { paths } from "#client/paths.ts"
import { RecordScreen } from "#client/records/record-screen.tsx"
import { buttonClass } from "#client/ui/button.tsx"
import { useText } from "#client/ui/text.tsx"

export function Component() {
  return (
    <RecordScreen
      actions={actionsOf}
      blank={NEW_REPORT}
      noun={reports}
      sections={REPORT_SECTIONS}
    />
  )
}

function actionsOf(report: Report) {
  return <ToReport id={report._id} />
}

function ToReport({ id }: { id: string }) {
  const t = useText()
  return (
    <a className={buttonClass("primary")} href={paths.report(id)}>
      {t("Open report")}
    </a>
  )
}
