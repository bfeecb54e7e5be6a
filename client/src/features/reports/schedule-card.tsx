/** How a report is sent by mail, and what came of it. */
import { useState } from "react"

import { labelIn } from "#client/lib/choices.ts"
import { moment } from "#client/records/cells.tsx"
import { useGranted } from "#client/records/rights.ts"
import { useLook } from "#client/records/use-look.ts"
import { usePage } from "#client/services/page.tsx"
import { Card } from "#client/ui/card.tsx"
import { Fact, Facts } from "#client/ui/facts.tsx"
import { Tag } from "#client/ui/tag.tsx"

import { DeliveriesList } from "./deliveries-list.tsx"
import { LastDelivery } from "./last-delivery.tsx"
import type { Report, ReportSchedule } from "./report-data.ts"
import { FORMATS } from "./report-words.ts"
import { recipientsText, scheduleText } from "./schedule.ts"

/** All of it for those who may schedule the report; for others, when it is next sent, if it is. */
export function ScheduleCard({ report }: { report: Report }) {
  const look = useLook()
  const { t } = look
  const maySchedule = useGranted("report")("schedule")
  const { schedule, nextDelivery, lastDelivery } = report
  const title = t("Sent by e-mail")
  if (!maySchedule) {
    const isPaused = schedule?.isPaused === true
    if (nextDelivery === null && !isPaused) return null
    return (
      <Card id="sent-by-mail" title={title}>
        <p>
          {isPaused
            ? t("Sending is paused.")
            : t.nodes("It is next sent on {time}.", { time: moment(nextDelivery, look) })}
        </p>
      </Card>
    )
  }
  const isEmpty = schedule === null && lastDelivery === null
  return (
    <Card id="sent-by-mail" title={title}>
      {schedule === null ? (
        <p>
          {t("This report is not scheduled. Schedule it to send it to users and groups by e-mail.")}
        </p>
      ) : null}
      {isEmpty ? null : (
        <>
          <Facts>
            {schedule === null ? null : <ScheduleFacts report={report} schedule={schedule} />}
            <Fact name={t("Last sent")} wide>
              {lastDelivery === null ? (
                t("Never")
              ) : (
                <LastDelivery last={lastDelivery} look={look} />
              )}
            </Fact>
          </Facts>
          <Deliveries reportId={report._id} />
        </>
      )}
    </Card>
  )
}

function ScheduleFacts({ report, schedule }: { report: Report; schedule: ReportSchedule }) {
  const look = useLook()
  const { t, style } = look
  const zone = usePage().session?.company.timezone ?? style.timeZone
  return (
    <>
      <Fact name={t("How often")} wide>
        {scheduleText(schedule, { t, style, zone })}
      </Fact>
      <Fact name={t("Next sent")}>
        {schedule.isPaused ? (
          <Tag tone="warning">{t("Paused")}</Tag>
        ) : (
          moment(report.nextDelivery, look)
        )}
      </Fact>
      <Fact name={t("Recipients")}>{recipientsText(schedule, t)}</Fact>
      <Fact name={t("File format")}>{t(labelIn(FORMATS, schedule.format))}</Fact>
      {schedule.onlyIfRows ? <Fact name={t("Without rows")}>{t("Nothing is sent")}</Fact> : null}
    </>
  )
}

/** Each recipient's, asked for when it is opened. */
function Deliveries({ reportId }: { reportId: string }) {
  const { t } = useLook()
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="rp-deliveries u-scripted"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t("Deliveries")}</summary>
      {isOpen ? <DeliveriesList reportId={reportId} /> : null}
    </details>
  )
}
