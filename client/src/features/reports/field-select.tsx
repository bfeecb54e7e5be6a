import { useText } from "#client/ui/text.tsx"

import type { DatasetField } from "./report-data.ts"

interface FieldSelectProps {
  label: string
  fields: readonly DatasetField[]
  value: string
  readOnly: boolean
  /** Names a first choice that stands for none. */
  none?: string
  onChange: (field: string) => void
}

/** A field of the dataset; one that it does not know any more stays to be seen. */
export function FieldSelect({ label, fields, value, readOnly, none, onChange }: FieldSelectProps) {
  const t = useText()
  return (
    <select
      aria-label={label}
      className="ui-input ui-select"
      disabled={readOnly}
      onChange={({ target }) => onChange(target.value)}
      value={value}
    >
      {none === undefined ? null : <option value="">{none}</option>}
      {fields.map((field) => (
        <option key={field.name} value={field.name}>
          {t(field.label)}
        </option>
      ))}
      {value === "" || fields.some(({ name }) => name === value) ? null : (
        <option value={value}>{t("{field} (unknown)", { field: value })}</option>
      )}
    </select>
  )
}

interface WordSelectProps {
  label: string
  options: readonly { value: string; label: string }[]
  value: string
  readOnly: boolean
  onChange: (word: string) => void
}

/** A word of a closed set. */
export function WordSelect({ label, options, value, readOnly, onChange }: WordSelectProps) {
  const t = useText()
  return (
    <select
      aria-label={label}
      className="ui-input ui-select"
      disabled={readOnly}
      onChange={({ target }) => onChange(target.value)}
      value={value}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {t(option.label)}
        </option>
      ))}
    </select>
  )
}
