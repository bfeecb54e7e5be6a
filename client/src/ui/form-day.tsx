import { useState } from "react"

import { type DateStyle, formatDay } from "#client/lib/format/date.ts"
import { DayInput } from "#client/ui/day-input.tsx"
import { useText } from "#client/ui/text.tsx"

interface FormDayProps {
  id: string
  /** Name of the value in the form. */
  name: string
  /** `2026-11-03`; empty for none. It begins with this unless `onChange` holds it elsewhere. */
  value: string
  /** How dates are written for the reader. */
  format: DateStyle
  /** Read out where no label is beside it. */
  label?: string | undefined
  onChange?: ((value: string) => void) | undefined
}

/** A day in a form that the browser sends: as the reader writes days, sent as `2026-11-03`. The browser refuses an invalid date, and says why. */
export function FormDay({ id, name, value, format, label, onChange }: FormDayProps) {
  const t = useText()
  const [own, setOwn] = useState(value)
  const day = onChange === undefined ? own : value
  const isDay = day === "" || formatDay(day, format) !== ""
  return (
    <>
      <DayInput
        aria-label={label}
        format={format}
        id={id}
        onChange={onChange ?? setOwn}
        ref={(input) =>
          input?.setCustomValidity(isDay ? "" : t("Enter a date, for example 3 Nov 2026."))
        }
        value={day}
      />
      <input name={name} type="hidden" value={day} />
    </>
  )
}
