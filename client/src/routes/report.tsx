import { ReportPage } from "#client/features/reports/report-page.tsx"

export function Component() {
  return <ReportPage />
}
