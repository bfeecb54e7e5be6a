import { useText } from "#client/ui/text.tsx"

import { FLAGS } from "./conditions.ts"
import type { Filter } from "./noun.ts"

interface FilterValueProps {
  filter: Filter
  id: string
  name: string
  value: string
  /** Read out where no label is beside it. */
  label?: string
  onChange?: (value: string) => void
}

/** What a field is compared with. */
export function FilterValue({ filter, id, name, value, label, onChange }: FilterValueProps) {
  const t = useText()
  const shared = {
    "aria-label": label,
    id,
    name,
    ...(onChange === undefined
      ? { defaultValue: shown(filter, value) }
      : { value: shown(filter, value) }),
  }
  if (filter.kind === "choice" || filter.kind === "flag") {
    const options = filter.kind === "choice" ? filter.options : FLAGS
    return (
      <select
        {...shared}
        className="ui-input ui-select"
        onChange={({ target }) => onChange?.(target.value)}
      >
        <option value="">{t("Any")}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {t(option.label)}
          </option>
        ))}
      </select>
    )
  }
  const type = filter.kind === "day" ? "date" : filter.kind === "number" ? "number" : "text"
  return (
    <input
      {...shared}
      className="ui-input"
      onChange={({ target }) => onChange?.(target.value)}
      type={type}
    />
  )
}

function shown({ kind }: Filter, value: string): string {
  return kind === "day" ? value.slice(0, 10) : value
}
