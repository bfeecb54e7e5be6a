import type { DateStyle } from "#client/lib/format/date.ts"
import { DayInput } from "#client/ui/day-input.tsx"
import { useText } from "#client/ui/text.tsx"

interface MomentInputProps {
  /** Day and time on the reader's clock (`2026-11-03T14:02`), or what was typed and is no day before the `T`. */
  value: string
  /** How dates are written for the reader. */
  format: DateStyle
  onChange: (value: string) => void
  id?: string
  name?: string
  required?: boolean
  "aria-describedby"?: string | undefined
  "aria-invalid"?: true | undefined
}

/** A day as the reader writes days, and a time of that day: midnight unless one is given. */
export function MomentInput({ value, format, onChange, ...rest }: MomentInputProps) {
  const t = useText()
  const [day = "", time = ""] = value.split("T")
  return (
    <span className="ui-moment">
      <DayInput
        {...rest}
        format={format}
        onChange={(next) => onChange(next === "" ? "" : `${next}T${time || "00:00"}`)}
        value={day}
      />
      <input
        aria-label={t("Time")}
        className="ui-input"
        onChange={({ target }) => onChange(`${day}T${target.value || "00:00"}`)}
        type="time"
        value={time}
      />
    </span>
  )
}
