/** How dates and times are written: each choice shows this very moment. What is not chosen follows somebody else's choice. */
import { type DateStyle, dateStyle, formatDate, formatTime } from "#client/lib/format/date.ts"
import type { SessionCompany } from "#client/lib/session.ts"
import { languageOf } from "#client/lib/words.ts"
import { usePage } from "#client/services/page.tsx"
import { useText } from "#client/ui/text.tsx"

import type { CustomControlProps, Values } from "./fields.ts"

const DATES = ["auto", "dmy", "mdy", "ymd"] as const
const TIMES = ["auto", "24", "12"] as const

type Formats = Partial<SessionCompany["formats"]>

/** Of a user: unless chosen, dates are written as the company writes them. */
export function DateFormatControl(props: CustomControlProps) {
  const formats = useCompanyFormats()
  return <DateChoice {...props} inherited={formats.date ?? "auto"} />
}

/** Of the company: unless chosen, dates are written as the reader's language does. */
export function CompanyDateControl(props: CustomControlProps) {
  return <DateChoice {...props} inherited="auto" />
}

/** Of a user: unless chosen, times are written as the company writes them. Old records have no choice but `timeFormat`. */
export function HourCycleControl({ value, ...props }: CustomControlProps) {
  const formats = useCompanyFormats()
  const chosen = value ?? props.values["timeFormat"]
  return <TimeChoice {...props} inherited={formats.time ?? "auto"} value={chosen} />
}

export function CompanyTimeControl(props: CustomControlProps) {
  return <TimeChoice {...props} inherited="auto" />
}

/** `inherited` is what holds without a choice; `auto` is the language's. */
type ChoiceProps = CustomControlProps & { inherited: string }

function DateChoice({ inherited, ...props }: ChoiceProps) {
  const { env } = usePage()
  const style = useStyle(props.values)
  const say = useInherited(inherited)
  const options = DATES.map((dateFormat) => {
    const isOwn = dateFormat !== "auto"
    const used = dateStyle(style.timeZone, { dateFormat: isOwn ? dateFormat : inherited })
    const example = formatDate(env.now, { ...style, dateFormat: used.dateFormat ?? "auto" })
    return [dateFormat, isOwn ? example : say(example)] as const
  })
  return <Examples {...props} options={options} />
}

function TimeChoice({ inherited, ...props }: ChoiceProps) {
  const { env } = usePage()
  const style = useStyle(props.values)
  const say = useInherited(inherited)
  const options = TIMES.map((hours) => {
    const isOwn = hours !== "auto"
    const used = isOwn ? hours : inherited
    const example = formatTime(env.now, { ...style, timeFormat: used === "12" ? "12" : "24" })
    return [hours, isOwn ? example : say(example)] as const
  })
  return <Examples {...props} options={options} />
}

function useCompanyFormats(): Formats {
  // A company's own service may say nothing of formats.
  const formats: Formats | undefined = usePage().session?.company.formats
  return formats ?? {}
}

function useInherited(inherited: string) {
  const t = useText()
  return (example: string) =>
    inherited === "auto"
      ? t("{example} (language default)", { example })
      : t("{example} (as the company)", { example })
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

/** In the zone that the form has now, and the reader's language. */
function useStyle(values: Values): DateStyle {
  const { env } = usePage()
  const zone = values["timezone"]
  const timeZone = typeof zone === "string" && zone !== "" ? zone : env.timeZone
  return dateStyle(timeZone, { language: languageOf(env.locale) })
}
