/** One field of a form, drawn by the control that its kind asks for. */
import { internationalNumber } from "#client/lib/phone.ts"
import { usePage } from "#client/services/page.tsx"
import { afterPress } from "#client/ui/after-press.ts"
import { Field } from "#client/ui/field.tsx"
import { useText } from "#client/ui/text.tsx"

import { dialledFrom } from "./checks.ts"
import { FieldControl } from "./field-control.tsx"
import { FieldText } from "./field-text.tsx"
import { type FieldContext, type FieldSpec, type Values, isRequired } from "./fields.ts"
import { FlagField } from "./flag-field.tsx"
import { ListField } from "./list-field.tsx"
import type { Faults } from "./use-record-form.ts"
import { valueAt } from "./values.ts"

export interface RecordFieldProps {
  field: FieldSpec
  context: FieldContext
  faults: Faults
  readOnly: boolean
  /** Stands before the field's name on the page, where it belongs to a thing in a list. */
  prefix?: string
  onChange: (name: string, value: unknown) => void
  onLeave: (name: string) => void
}

export function RecordField(props: RecordFieldProps) {
  const { field, context, faults, readOnly, prefix = "", onChange, onLeave } = props
  const t = useText()
  const country = usePage().session?.company.operating_country ?? ""
  const { name, label, hint } = field
  const value = valueAt(context.values, name)
  const fixed = field.fixed?.(context) ?? null
  const isFixed = readOnly || fixed !== null
  if (field.kind === "list") {
    return (
      <ListField
        Inner={RecordField}
        faults={faults}
        field={field}
        onChange={(next) => onChange(name, next)}
        onLeave={onLeave}
        readOnly={isFixed}
        values={things(value)}
      />
    )
  }
  if (isFixed && field.kind !== "custom") {
    return (
      <FieldText
        context={context}
        field={field}
        name={`${prefix}${name}`}
        reason={fixed}
        value={value}
      />
    )
  }
  const error = faults[name]
  /** A number is shown as it was understood. */
  const settle = () => {
    if (field.kind !== "text" || field.type !== "tel" || typeof value !== "string") return
    const number = internationalNumber(value, dialledFrom(field, context.values, country))
    if (number !== null && number !== value) onChange(name, number)
  }
  if (field.kind === "flag") {
    return (
      <FlagField
        error={error === undefined ? undefined : t(error)}
        hint={hint === undefined ? undefined : t(hint)}
        id={`${prefix}${name}`}
        isOn={value === true}
        label={t(label)}
        onChange={(next) => onChange(name, next)}
      />
    )
  }
  return (
    <div
      className={field.wide === true ? "rc-wide" : undefined}
      data-field={`${prefix}${name}`}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return
        afterPress(() => {
          settle()
          onLeave(name)
        })
      }}
    >
      <Field
        error={error === undefined ? null : t(error)}
        hint={fixed !== null ? t(fixed) : hint === undefined ? undefined : t(hint)}
        label={t(label)}
        marks="required"
        name={`${prefix}${name}`}
        optional={!isRequired(field, context.values)}
      >
        {(control) => (
          <FieldControl
            context={context}
            control={control}
            error={error}
            field={field}
            change={onChange}
            onChange={(next) => onChange(name, next)}
            readOnly={isFixed}
            value={value}
          />
        )}
      </Field>
    </div>
  )
}

function things(value: unknown): readonly Values[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "object") : []
}
