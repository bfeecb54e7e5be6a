import { useId } from "react"
import type { ComponentProps, ReactNode } from "react"

type FilterInputProps = Omit<ComponentProps<"input">, "id"> & { label: string }
type FilterSelectProps = Omit<ComponentProps<"select">, "id"> & { label: string }

interface FilterFieldProps {
  label: string
  /** The control of this id. */
  children: (id: string) => ReactNode
}

/** The label of a field of a form that narrows a list down, above its control. */
export function FilterField({ label, children }: FilterFieldProps) {
  const id = useId()
  return (
    <div className="ui-field">
      <label className="ui-label" htmlFor={id}>
        {label}
      </label>
      {children(id)}
    </div>
  )
}

/** A field of a form that narrows a list down: nothing in it is required or wrong. */
export function FilterInput({ label, ...rest }: FilterInputProps) {
  return (
    <FilterField label={label}>
      {(id) => <input {...rest} className="ui-input" id={id} />}
    </FilterField>
  )
}

/** A choice among conditions; several such fields may share a name. */
export function FilterSelect({ label, children, ...rest }: FilterSelectProps) {
  return (
    <FilterField label={label}>
      {(id) => (
        <select {...rest} className="ui-input ui-select" id={id}>
          {children}
        </select>
      )}
    </FilterField>
  )
}
