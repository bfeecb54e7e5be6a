import { instantOf, localOf } from "#client/lib/format/local-time.ts"
import { usePage } from "#client/services/page.tsx"
import { DayInput } from "#client/ui/day-input.tsx"
import { useText } from "#client/ui/text.tsx"

import { moment } from "./cells.tsx"
import type { CustomControlProps } from "./fields.ts"
import { useLook } from "./use-look.ts"

/** The control of a field that holds an instant, on the clock of the reader's zone. */
export function MomentField({ id, value, onChange, readOnly }: CustomControlProps) {
  const t = useText()
  const { env } = usePage()
  const look = useLook()
  if (readOnly) {
    return (
      <span className="rc-text" id={id}>
        {moment(typeof value === "string" ? value : null, look)}
      </span>
    )
  }
  const local = typeof value === "string" ? localOf(value, env.timeZone) || value : ""
  const [day = "", time = ""] = local.split("T")
  const change = (nextDay: string, nextTime: string) => {
    if (nextDay === "") return onChange(null)
    // What is no day is told of when the field is left.
    return onChange(instantOf(`${nextDay}T${nextTime || "00:00"}`, env.timeZone) ?? nextDay)
  }
  return (
    <>
      <span className="rc-moment">
        <DayInput
          aria-describedby={`${id}-zone`}
          format={look.style}
          id={id}
          onChange={(next) => change(next, time)}
          value={day}
        />
        <input
          aria-label={t("Time")}
          className="ui-input"
          onChange={({ target }) => change(day, target.value)}
          type="time"
          value={time}
        />
      </span>
      <span className="ui-hint" id={`${id}-zone`}>
        {t("In the time zone {zone}.", { zone: env.timeZone.replaceAll("_", " ") })}
      </span>
    </>
  )
}
