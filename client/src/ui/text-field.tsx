import type { ComponentProps } from "react"

import { classNames } from "#client/ui/class-names.ts"
import { Field } from "#client/ui/field.tsx"
import type { FieldProps } from "#client/ui/field.tsx"

type TextFieldProps = FieldProps & Omit<ComponentProps<"input">, "id" | "name" | "required">

/** One line of text. */
export function TextField(props: TextFieldProps) {
  const { name, label, hint, error, optional, className, ...rest } = props
  return (
    <Field
      error={error}
      hint={hint}
      label={label}
      name={name}
      {...(optional === undefined ? {} : { optional })}
    >
      {(control) => (
        <input type="text" {...rest} {...control} className={classNames("ui-input", className)} />
      )}
    </Field>
  )
}
