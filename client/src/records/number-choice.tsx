/** A choice among a few numbers, each with its name, such as the days of a week. */
import { useText } from "#client/ui/text.tsx"

import { Dash } from "./cells.tsx"
import type { CustomControlProps } from "./fields.ts"

/** The control of a field whose value is one of the numbers. */
export function numberChoice(options: readonly { value: number; label: string }[]) {
  return function NumberChoice({ id, value, onChange, readOnly }: CustomControlProps) {
    const t = useText()
    if (readOnly) {
      const label = options.find((option) => option.value === value)?.label
      return (
        <span className="rc-text" id={id}>
          {label === undefined ? <Dash /> : t(label)}
        </span>
      )
    }
    return (
      <select
        className="ui-input ui-select"
        id={id}
        onChange={({ target }) => onChange(Number(target.value))}
        value={String(value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {t(option.label)}
          </option>
        ))}
      </select>
    )
  }
}
