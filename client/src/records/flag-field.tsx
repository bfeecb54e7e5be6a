interface FlagFieldProps {
  id: string
  label: string
  hint: string | undefined
  error: string | undefined
  isOn: boolean
  onChange: (value: boolean) => void
}

/** A box to tick, with its label beside it. */
export function FlagField({ id, label, hint, error, isOn, onChange }: FlagFieldProps) {
  const described = [
    ...(hint === undefined ? [] : [`field-${id}-hint`]),
    ...(error === undefined ? [] : [`field-${id}-error`]),
  ]
  return (
    <div className="rc-flag" data-field={id}>
      <input
        aria-describedby={described.length === 0 ? undefined : described.join(" ")}
        aria-invalid={error !== undefined || undefined}
        checked={isOn}
        id={`field-${id}`}
        name={id}
        onChange={() => onChange(!isOn)}
        type="checkbox"
      />
      <label htmlFor={`field-${id}`}>{label}</label>
      {hint === undefined ? null : (
        <p className="ui-hint" id={`field-${id}-hint`}>
          {hint}
        </p>
      )}
      {error === undefined ? null : (
        <p className="ui-error" id={`field-${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
