import { useId } from "react"

import type { DateStyle } from "#client/lib/format/date.ts"
import { FormDay } from "#client/ui/form-day.tsx"

interface FilterDayProps {
  label: string
  name: string
  /** `2026-11-03`; empty for none. */
  defaultValue: string
  /** How dates are written for the reader. */
  format: DateStyle
}

/** A day that narrows a list down. */
export function FilterDay({ label, name, defaultValue, format }: FilterDayProps) {
  const id = useId()
  return (
    <div className="ui-field">
      <label className="ui-label" htmlFor={id}>
        {label}
      </label>
      <FormDay format={format} id={id} name={name} value={defaultValue} />
    </div>
  )
}
