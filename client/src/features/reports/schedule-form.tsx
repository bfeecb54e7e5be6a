import { ActionButton } from "#client/records/action-button.tsx"
import { FlagField } from "#client/records/flag-field.tsx"
import { usePage } from "#client/services/page.tsx"
import { Button } from "#client/ui/button.tsx"
import { ErrorSummary } from "#client/ui/error-summary.tsx"
import { SCRIPTED } from "#client/ui/scripted.ts"
import { SelectField } from "#client/ui/select-field.tsx"
import { TextField } from "#client/ui/text-field.tsx"
import { useText } from "#client/ui/text.tsx"

import type { Report } from "./report-data.ts"
import { FORMATS, INTERVALS } from "./report-words.ts"
import { ScheduleRecipients } from "./schedule-recipients.tsx"
import { FIELDS, type ScheduleFaults, fieldName, isFaulty } from "./schedule.ts"
import { useScheduleForm } from "./use-schedule-form.ts"
import { WeekdaysField } from "./weekdays-field.tsx"

interface ScheduleFormProps {
  report: Report
  /** Id of the dialog around it. */
  dialog: string
}

const DAYS_OF_MONTH = Array.from({ length: 31 }, (_, index) => index + 1)

/** When, to whom and in which form the report is sent. What was typed stays when it is refused. */
export function ScheduleForm({ report, dialog }: ScheduleFormProps) {
  const t = useText()
  const form = useScheduleForm(report, dialog)
  const { values, faults, change, pending } = form
  const zone = usePage().session?.company.timezone ?? ""
  const { fields } = faults
  return (
    <form
      {...SCRIPTED}
      className="ui-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.save()
      }}
    >
      {isFaulty(faults) ? <Refusal attempt={form.attempt} faults={faults} /> : null}
      <SelectField
        error={fields.every}
        label={t("How often")}
        name={fieldName("every")}
        onChange={({ target }) => change({ every: target.value })}
        value={values.every}
      >
        {INTERVALS.map(({ value, label }) => (
          <option key={value} value={value}>
            {t(label)}
          </option>
        ))}
      </SelectField>
      {values.every === "month" ? (
        <SelectField
          error={fields.monthDay}
          hint={t("In shorter months it is sent on the last day.")}
          label={t("Day of the month")}
          name={fieldName("monthDay")}
          onChange={({ target }) => change({ monthDay: Number(target.value) })}
          value={values.monthDay}
        >
          {DAYS_OF_MONTH.map((day) => (
            <option key={day} value={day}>
              {day}
            </option>
          ))}
        </SelectField>
      ) : (
        <WeekdaysField
          days={values.weekdays}
          error={fields.weekdays}
          name={fieldName("weekdays")}
          onChange={(weekdays) => change({ weekdays })}
        />
      )}
      <TextField
        dir="ltr"
        error={fields.time}
        hint={t("In the company's time zone: {zone}.", { zone: zone.replaceAll("_", " ") })}
        label={t("Time")}
        name={fieldName("time")}
        onChange={({ target }) => change({ time: target.value })}
        type="time"
        value={values.time}
      />
      <ScheduleRecipients change={change} faults={fields} values={values} />
      <SelectField
        error={fields.format}
        label={t("File format")}
        name={fieldName("format")}
        onChange={({ target }) => change({ format: target.value })}
        value={values.format}
      >
        {FORMATS.map(({ value, label }) => (
          <option key={value} value={value}>
            {t(label)}
          </option>
        ))}
      </SelectField>
      <FlagField
        error={fields.onlyIfRows && t(fields.onlyIfRows)}
        hint={t("Skip sending when the report is empty.")}
        id={fieldName("onlyIfRows")}
        isOn={values.onlyIfRows}
        label={t("Only when there are rows")}
        onChange={(onlyIfRows) => change({ onlyIfRows })}
      />
      <FlagField
        error={fields.isPaused && t(fields.isPaused)}
        hint={t("Keeps the schedule but sends nothing.")}
        id={fieldName("isPaused")}
        isOn={values.isPaused}
        label={t("Paused")}
        onChange={(isPaused) => change({ isPaused })}
      />
      <div className="ui-dialog-foot">
        {report.schedule === null ? null : (
          <Button
            look="quiet"
            onClick={form.stop}
            pending={pending === "stop" ? t("Stopping…") : null}
          >
            {t("Stop sending")}
          </Button>
        )}
        <ActionButton
          onClick={form.send}
          pending={pending === "send" ? t("Sending…") : null}
          whyNot={report.schedule === null || form.isTyped ? t("Save the schedule first.") : null}
        >
          {t("Send me one now")}
        </ActionButton>
        <Button look="primary" pending={pending === "save" ? t("Saving…") : null} submits>
          {t("Save")}
        </Button>
      </div>
    </form>
  )
}

interface RefusalProps {
  attempt: number
  faults: ScheduleFaults
}

/** Why it was not saved, with the way to each field. */
function Refusal({ attempt, faults: { fields, others } }: RefusalProps) {
  const t = useText()
  return (
    <ErrorSummary
      attempt={attempt}
      faults={[
        ...others.map((text) => ({ text })),
        ...FIELDS.flatMap((field) => {
          const text = fields[field]
          return text === undefined ? [] : [{ name: fieldName(field), text }]
        }),
      ]}
      title={t("Couldn't save your changes.")}
    />
  )
}
