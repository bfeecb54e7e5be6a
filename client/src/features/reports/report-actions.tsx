import { useState } from "react"
import { useNavigate } from "react-router"

import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { ActionButton } from "#client/records/action-button.tsx"
import { useGranted, useRights } from "#client/records/rights.ts"
import { useVisit } from "#client/services/page.tsx"
import { changeRecord, forgetRecords } from "#client/services/records.ts"
import { REPORTS, cloneReport, exportReport } from "#client/services/reports.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { toast } from "#client/services/toasts.ts"
import { Button, buttonClass } from "#client/ui/button.tsx"
import { opens } from "#client/ui/dialog.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { Menu } from "#client/ui/menu.tsx"
import { useText } from "#client/ui/text.tsx"

import type { Report } from "./report-data.ts"
import { SCHEDULE_REPORT } from "./schedule-dialog.tsx"
import { SHARE_REPORT } from "./share-dialog.tsx"

type Deed = "run" | "csv" | "xlsx" | "clone" | "pin"

interface ReportActionsProps {
  report: Report
  isRunning: boolean
  onRun: () => void
}

/** Running, exporting, sharing, scheduling, duplicating, pinning and changing it. */
export function ReportActions({ report, isRunning, onRun }: ReportActionsProps) {
  const t = useText()
  const navigate = useNavigate()
  const { queries } = useVisit()
  const whyNot = useRights("report")
  const granted = useGranted("report")
  const [pending, setPending] = useState<Deed | null>(null)
  const act = async (what: Deed, deed: () => Promise<void>) => {
    if (pending !== null) return
    setPending(what)
    try {
      await deed()
    } catch (error) {
      const problem = error instanceof RequestFailed ? error.problem : null
      toast.error(problem?.detail ?? msg("Something went wrong. Try again."))
    } finally {
      setPending(null)
    }
  }
  const clone = async () => {
    const { _id } = await cloneReport(report._id)
    await forgetRecords(queries, REPORTS)
    toast.success(msg("Duplicated."))
    await navigate(paths.editReport(_id))
  }
  const pin = async () => {
    const { _id: id, version, pinned } = report
    await changeRecord({ service: REPORTS, id, version }, { pinned: !pinned })
    await forgetRecords(queries, REPORTS)
  }
  const refusal = whyNot("share")
  const whyNotScheduled = whyNot("schedule") ?? whyNot("edit")
  return (
    <div className="rc-actions">
      <a className={buttonClass("quiet")} href={paths.editReport(report._id)}>
        {t("Edit")}
      </a>
      <ActionButton
        look="quiet"
        onClick={() => void act("pin", pin)}
        whyNot={report.isOwn ? whyNot("edit") : t("Only the owner can pin this report.")}
      >
        {report.pinned ? t("Unpin") : t("Pin")}
      </ActionButton>
      <ActionButton
        look="quiet"
        onClick={() => void act("clone", clone)}
        pending={pending === "clone" ? t("Duplicating…") : null}
        whyNot={whyNot("create")}
      >
        {t("Duplicate")}
      </ActionButton>
      {refusal === null && report.isOwn ? (
        <Button {...opens(SHARE_REPORT)}>{t("Share")}</Button>
      ) : (
        <ActionButton whyNot={refusal ?? t("Only the owner can share this report.")}>
          {t("Share")}
        </ActionButton>
      )}
      {granted("schedule") ? (
        whyNotScheduled === null ? (
          <Button {...opens(SCHEDULE_REPORT)}>{t("Schedule")}</Button>
        ) : (
          <ActionButton whyNot={whyNotScheduled}>{t("Schedule")}</ActionButton>
        )
      ) : null}
      <Menu
        button={
          <span className={buttonClass()}>
            <Icon height="16" name="download" width="16" />
            {t("Export")}
          </span>
        }
        id="export-report"
        label={t("Export")}
      >
        {(["csv", "xlsx"] as const).map((format) => (
          <ActionButton
            key={format}
            look="quiet"
            onClick={() => void act(format, () => exportReport(report, format))}
            pending={pending === format ? t("Exporting…") : null}
            whyNot={whyNot("export")}
          >
            {format === "csv" ? t("As CSV") : t("As XLSX")}
          </ActionButton>
        ))}
      </Menu>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          onRun()
        }}
      >
        <ActionButton
          look="primary"
          pending={isRunning ? t("Refreshing…") : null}
          submits
          whyNot={whyNot("run")}
        >
          {t("Refresh")}
        </ActionButton>
      </form>
    </div>
  )
}
