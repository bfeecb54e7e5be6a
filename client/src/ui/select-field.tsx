import type { ComponentProps } from "react"

import { Field } from "#client/ui/field.tsx"
import type { FieldProps } from "#client/ui/field.tsx"

type SelectFieldProps = FieldProps & Omit<ComponentProps<"select">, "id" | "name" | "required">

/** A short choice by the browser's own control; the options are its children. */
export function SelectField(props: SelectFieldProps) {
  const { name, label, hint, error, optional, marks, children, ...rest } = props
  return (
    <Field
      error={error}
      hint={hint}
      label={label}
      name={name}
      {...(optional === undefined ? {} : { optional })}
      {...(marks === undefined ? {} : { marks })}
    >
      {(control) => (
        <select {...rest} {...control} className="ui-input ui-select">
          {children}
        </select>
      )}
    </Field>
  )
}
