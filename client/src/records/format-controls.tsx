/** How dates and times are written: each choice shows this very moment. */
import { type DateStyle, dateStyle, formatDate, formatTime } from "#client/lib/format/date.ts"
import { usePage } from "#client/services/page.tsx"
import { useText } from "#client/ui/text.tsx"

import type { CustomControlProps, Values } from "./fields.ts"

const DATES = ["auto", "dmy", "mdy", "ymd"] as const
const TIMES = ["24", "12"] as const

export function DateFormatControl(props: CustomControlProps) {
  const t = useText()
  const { env } = usePage()
  const style = styleOf(props.values, env.timeZone)
  const options = DATES.map((dateFormat) => {
    const example = formatDate(env.now, { ...style, dateFormat })
    const text = dateFormat === "auto" ? t("{example} (language default)", { example }) : example
    return [dateFormat, text] as const
  })
  return <Examples {...props} options={options} />
}

export function TimeFormatControl(props: CustomControlProps) {
  const { env } = usePage()
  const style = styleOf(props.values, env.timeZone)
  const options = TIMES.map(
    (timeFormat) => [timeFormat, formatTime(env.now, { ...style, timeFormat })] as const,
  )
  return <Examples {...props} options={options} />
}

type ExamplesProps = CustomControlProps & {
  options: readonly (readonly [value: string, text: string])[]
}

function Examples({ id, value, onChange, readOnly, options }: ExamplesProps) {
  if (readOnly) {
    return (
      <span className="rc-text" id={id}>
        {options.find(([each]) => each === value)?.[1]}
      </span>
    )
  }
  return (
    <select
      className="ui-input ui-select"
      id={id}
      onChange={({ target }) => onChange(target.value)}
      value={String(value)}
    >
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  )
}

/** In the zone that the form has now. */
function styleOf(values: Values, fallback: string): DateStyle {
  const zone = values["timezone"]
  return dateStyle(typeof zone === "string" && zone !== "" ? zone : fallback)
}
