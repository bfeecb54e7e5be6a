import type { ReactNode } from "react"

import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

export interface FieldProps {
  /** Name of the value in the form; the ids on the page come from it. */
  name: string
  label: string
  /** Help that is always there. */
  hint?: ReactNode
  /** What is wrong with the value, as a sentence; one of ours is translated here. */
  error?: string | null | undefined
  optional?: boolean
  /** Which fields are marked in words: those that may stay empty, unless most of the form may. */
  marks?: "optional" | "required"
}

/** What the control takes over so that label, help and error belong to it. */
export interface ControlProps {
  id: string
  name: string
  required: boolean
  "aria-describedby": string | undefined
  "aria-invalid": true | undefined
}

/** Where an error summary points to. */
export function fieldId(name: string): string {
  return `field-${name}`
}

/** Label above, control, help and error below: the label never disappears. */
export function Field(props: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const { name, label, hint, error, optional = false, marks = "optional", children } = props
  const t = useText()
  const id = fieldId(name)
  const failed = error != null && error !== ""
  const told = [hint == null ? null : `${id}-hint`, failed ? `${id}-error` : null].filter(
    (part) => part !== null,
  )
  return (
    <div className="ui-field">
      <label className="ui-label" htmlFor={id}>
        {label}
        {optional && marks === "optional" ? (
          <span className="ui-optional">{t("Optional")}</span>
        ) : null}
        {!optional && marks === "required" ? (
          <span className="ui-optional">{t("Required")}</span>
        ) : null}
      </label>
      {children({
        id,
        name,
        required: !optional,
        "aria-describedby": told.length > 0 ? told.join(" ") : undefined,
        "aria-invalid": failed || undefined,
      })}
      {hint == null ? null : (
        <p className="ui-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {failed ? (
        <p className="ui-error" id={`${id}-error`}>
          <Icon height="16" name="warning" width="16" />
          {t(error)}
        </p>
      ) : null}
    </div>
  )
}
