import { useId } from "react"
import type { ComponentProps } from "react"

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
