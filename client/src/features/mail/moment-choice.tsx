import type { DateStyle } from "#client/lib/format/date.ts"
import { formatDateTime } from "#client/lib/format/date.ts"
import { localOf } from "#client/lib/format/moment.ts"
import { reasonOf } from "#client/lib/problem.ts"
import type { Letter } from "#client/services/mail/letters.ts"
import { useDeparture } from "#client/services/mail/previews.ts"
import { Button } from "#client/ui/button.tsx"
import { Field } from "#client/ui/field.tsx"
import { MomentInput } from "#client/ui/moment-input.tsx"
import { useText } from "#client/ui/text.tsx"

import { LeavingList } from "./leaving-list.tsx"
import { placeOf } from "./leaving.ts"
import { nameOf } from "./names.ts"
import { sendable } from "./use-letter.ts"

interface MomentChoiceProps {
  letter: Letter
  /** What stands in the field of the moment; `null` where working hours are waited for. */
  local: string | null
  fault: string | undefined
  style: DateStyle
  onMoment: (local: string) => void
  onHours: () => void
  onNow: () => void
  onEach: () => void
}

/** When a letter leaves that does not leave at once: at a moment that is chosen, or in the working hours of its recipients. */
export function MomentChoice(props: MomentChoiceProps) {
  const { letter, local, fault, style, onMoment, onHours, onNow, onEach } = props
  const t = useText()
  const { scheduledAt, inWorkingHours } = letter
  const { timeZone } = style
  return (
    <fieldset className="ml-when">
      <legend className="u-hidden">{t("Send times")}</legend>
      <div className="ml-when-choices">
        <label className="ml-check">
          <input
            checked={!inWorkingHours}
            name="mail-when"
            onChange={() => onMoment(inAnHour(timeZone))}
            type="radio"
          />
          {t("At a set time")}
        </label>
        <label className="ml-check">
          <input
            checked={inWorkingHours}
            id="field-mail-inWorkingHours"
            name="mail-when"
            onChange={onHours}
            type="radio"
          />
          {t("In each recipient's working hours")}
        </label>
        <Button look="quiet" onClick={onNow}>
          {t("Send now instead")}
        </Button>
      </div>
      {local === null ? (
        <Hours
          letter={letter}
          onEach={onEach}
          onMoment={() => onMoment(inAnHour(timeZone))}
          style={style}
        />
      ) : (
        <Field
          error={fault}
          hint={
            scheduledAt === null
              ? t("In the time zone {zone}.", { zone: timeZone })
              : formatDateTime(scheduledAt, style)
          }
          label={t("Send on")}
          name="mail-scheduledAt"
        >
          {(control) => (
            <MomentInput {...control} format={style} onChange={onMoment} value={local} />
          )}
        </Field>
      )}
    </fieldset>
  )
}

interface HoursProps {
  letter: Letter
  style: DateStyle
  onEach: () => void
  onMoment: () => void
}

/** When each recipient's working hours are, or why there are none that all share. */
function Hours({ letter, style, onEach, onMoment }: HoursProps) {
  const t = useText()
  const { mode, to, cc, bcc, templateId } = sendable(letter)
  const { departure, problem, askedAt } = useDeparture({ mode, to, cc, bcc, templateId })
  if (problem !== null) return <p className="ui-error">{reasonOf(problem)}</p>
  if (to.length === 0 || departure === null) {
    return (
      <p className="ui-hint">
        {t(
          "Between 09:00 and 17:00 in the recipient's time zone, on a working day in their country.",
        )}
      </p>
    )
  }
  const { leaving, apart } = departure
  const [one, other] = apart
  if (one === undefined) return <LeavingList from={askedAt} leaving={leaving} style={style} />
  return (
    <div className="ml-ask" role="alert">
      <p>
        {other === undefined || apart.length > 2
          ? t("The recipients are not at work at the same time within the next 14 days.")
          : t(
              "{name} in {place} and {other} in {otherPlace} are not at work at the same time within the next 14 days.",
              {
                name: nameOf(one),
                place: placeOf(one.timezone),
                other: nameOf(other),
                otherPlace: placeOf(other.timezone),
              },
            )}
      </p>
      {to.length > 1 ? <Button onClick={onEach}>{t("Send a message to each")}</Button> : null}
      <Button onClick={onMoment}>{t("Set a time")}</Button>
    </div>
  )
}

const HOUR_MS = 60 * 60 * 1000

/** The next full hour but one, as the field of a moment holds it. */
export function inAnHour(timeZone: string): string {
  return localOf(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS, timeZone)
}
