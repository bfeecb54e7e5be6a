/** What is typed into the form of a schedule, and what its buttons do. */
import { useRef, useState } from "react"

import { msg } from "#client/lib/words.ts"
import { usePage, useVisit } from "#client/services/page.tsx"
import { changeRecord, forgetRecords } from "#client/services/records.ts"
import { REPORTS, deliverReport } from "#client/services/reports.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { toast } from "#client/services/toasts.ts"
import { closeDialog } from "#client/ui/close-dialog.ts"

import type { Report, ReportSchedule } from "./report-data.ts"
import { NO_FAULTS, checkSchedule, faultsIn, isFaulty, newSchedule } from "./schedule.ts"

type Deed = "save" | "stop" | "send"

export function useScheduleForm(report: Report, dialog: string) {
  const { queries } = useVisit()
  const { session } = usePage()
  /** `null` while nothing is typed that is not stored. */
  const [typed, setTyped] = useState<ReportSchedule | null>(null)
  const [faults, setFaults] = useState(NO_FAULTS)
  const [attempt, setAttempt] = useState(0)
  const [pending, setPending] = useState<Deed | null>(null)
  const busy = useRef(false)
  /** Of the last change made here, which the page may not have read yet. */
  const written = useRef(0)
  const values = typed ?? report.schedule ?? newSchedule(session?.user._id ?? "")

  const patch = async (schedule: ReportSchedule | null) => {
    const version = Math.max(report.version, written.current)
    const stored = await changeRecord({ service: REPORTS, id: report._id, version }, { schedule })
    written.current = stored.version
  }
  const refuse = (next: typeof faults) => {
    setFaults(next)
    setAttempt((old) => old + 1)
  }
  const act = async (deed: Deed, run: () => Promise<void>) => {
    if (busy.current) return
    busy.current = true
    setPending(deed)
    try {
      await run()
    } catch (error) {
      const detail = msg("Something went wrong. Try again.")
      refuse(
        error instanceof RequestFailed
          ? faultsIn(error.problem)
          : { ...NO_FAULTS, others: [detail] },
      )
    } finally {
      busy.current = false
      setPending(null)
    }
    await forgetRecords(queries, REPORTS)
  }
  const finish = () => {
    setTyped(null)
    setFaults(NO_FAULTS)
    closeDialog(dialog)
  }
  const save = async () => {
    const found = checkSchedule(values)
    if (isFaulty(found)) {
      refuse(found)
      return
    }
    await act("save", async () => {
      await patch(values)
      finish()
      toast.success(msg("Saved."))
    })
  }
  const stop = () =>
    act("stop", async () => {
      const before = report.schedule
      await patch(null)
      finish()
      toast.undo(msg("The report is no longer sent by e-mail."), async () => {
        await patch(before)
        await forgetRecords(queries, REPORTS)
      })
    })
  const send = () =>
    act("send", async () => {
      const { status, detail } = await deliverReport(report._id)
      setFaults(NO_FAULTS)
      if (status === "sent") {
        const name = session?.user.emailId ?? ""
        toast.success({ text: msg("E-mailed to {name}."), values: { name } })
      } else if (status === "empty") {
        toast.info(msg("Nothing was sent: the report has no rows."))
      } else {
        toast.error(detail ?? msg("Something went wrong. Try again."))
      }
    })
  const change = (next: Partial<ReportSchedule>) => {
    setTyped({ ...values, ...next })
    setFaults(({ fields, others }) => ({
      fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in next))),
      others,
    }))
  }
  return {
    values,
    faults,
    attempt,
    pending,
    isTyped: typed !== null,
    change,
    save: () => void save(),
    stop: () => void stop(),
    send: () => void send(),
  }
}
