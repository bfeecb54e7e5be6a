import { WEEKDAYS } from "#client/lib/format/weekday.ts"
import { fieldId } from "#client/ui/field.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

interface WeekdaysFieldProps {
  name: string
  days: readonly string[]
  error: string | undefined
  onChange: (days: readonly string[]) => void
}

/** Days of the week, of which any can be chosen. */
export function WeekdaysField({ name, days, error, onChange }: WeekdaysFieldProps) {
  const t = useText()
  const id = fieldId(name)
  return (
    <fieldset
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      className="ui-field"
      id={id}
      tabIndex={-1}
    >
      <legend className="ui-label">{t("Days")}</legend>
      <div className="rc-options">
        {WEEKDAYS.map(({ value, label }) => (
          <label key={value}>
            <input
              checked={days.includes(value)}
              onChange={({ target }) =>
                onChange(target.checked ? [...days, value] : days.filter((each) => each !== value))
              }
              type="checkbox"
            />
            {t(label)}
          </label>
        ))}
      </div>
      {error === undefined ? null : (
        <p className="ui-error" id={`${id}-error`}>
          <Icon height="16" name="warning" width="16" />
          {t(error)}
        </p>
      )}
    </fieldset>
  )
}
