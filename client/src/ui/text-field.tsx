import type { ComponentProps } from "react"

import { Field } from "#client/ui/field.tsx"
import type { FieldProps } from "#client/ui/field.tsx"

type TextFieldProps = FieldProps & Omit<ComponentProps<"input">, "id" | "name" | "required">

/** One line of text. */
export function TextField({ name, label, hint, error, optional, ...rest }: TextFieldProps) {
  return (
    <Field
      error={error}
      hint={hint}
      label={label}
      name={name}
      {...(optional === undefined ? {} : { optional })}
    >
      {(control) => <input type="text" {...rest} {...control} className="ui-input" />}
    </Field>
  )
}
