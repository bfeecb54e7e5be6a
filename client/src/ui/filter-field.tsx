import { useId } from "react"
import type { ComponentProps } from "react"

import type { DateStyle } from "#client/lib/format/date.ts"
import { FormDay } from "#client/ui/form-day.tsx"

type FilterInputProps = Omit<ComponentProps<"input">, "id"> & { label: string }
type FilterSelectProps = Omit<ComponentProps<"select">, "id"> & { label: string }

/** A field of a form that narrows a list down: nothing in it is required or wrong. */
export function FilterInput({ label, ...rest }: FilterInputProps) {
  const id = useId()
  return (
    <div className="ui-field">
      <label className="ui-label" htmlFor={id}>
        {label}
      </label>
      <input {...rest} className="ui-input" id={id} />
    </div>
  )
}

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

/** A choice among conditions; several such fields may share a name. */
export function FilterSelect({ label, children, ...rest }: FilterSelectProps) {
  const id = useId()
  return (
    <div className="ui-field">
      <label className="ui-label" htmlFor={id}>
        {label}
      </label>
      <select {...rest} className="ui-input ui-select" id={id}>
        {children}
      </select>
    </div>
  )
}
