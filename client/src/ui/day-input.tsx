import { type ComponentProps, useRef, useState } from "react"

import { type DateStyle, formatDay } from "#client/lib/format/date.ts"
import { readDay } from "#client/lib/format/read-date.ts"
import { IconButton } from "#client/ui/icon-button.tsx"
import { useText } from "#client/ui/text.tsx"

type DayInputProps = Omit<ComponentProps<"input">, "value" | "onChange" | "type"> & {
  /** `2026-11-03`, or what was typed and is no day; empty for none. */
  value: string
  /** How dates are written for the reader. */
  format: DateStyle
  onChange: (value: string) => void
}

/** A day as the reader writes days: typed in many ways, or taken from the browser's calendar. */
export function DayInput({ value, format, onChange, ...rest }: DayInputProps) {
  const t = useText()
  const calendar = useRef<HTMLInputElement>(null)
  /** What stands there while it is being typed. */
  const [typed, setTyped] = useState<string | null>(null)
  const shown = formatDay(value, format) || value
  return (
    <span className="ui-day">
      <input
        {...rest}
        autoComplete="off"
        className="ui-input"
        maxLength={30}
        onBlur={() => setTyped(null)}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(readDay(target.value, format) ?? target.value.trim())
        }}
        placeholder={t("e.g. {example}", { example: formatDay("2026-11-03", format) })}
        type="text"
        value={typed ?? shown}
      />
      {rest.readOnly === true ? null : (
        <>
          <input
            aria-hidden="true"
            className="ui-day-calendar"
            onChange={({ target }) => onChange(target.value)}
            ref={calendar}
            tabIndex={-1}
            type="date"
            value={formatDay(value, format) === "" ? "" : value.slice(0, 10)}
          />
          <IconButton
            icon="calendar"
            label={t("Open the calendar")}
            onClick={() => calendar.current?.showPicker()}
          />
        </>
      )}
    </span>
  )
}
