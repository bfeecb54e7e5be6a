import { labelIn } from "#client/lib/choices.ts"
import { useLook } from "#client/records/use-look.ts"
import { useCountryName, useList, useWords } from "#client/services/use-reference.ts"
import { DayInput } from "#client/ui/day-input.tsx"
import { IconButton } from "#client/ui/icon-button.tsx"
import { useText } from "#client/ui/text.tsx"

import { FieldSelect, WordSelect } from "./field-select.tsx"
import { hasValue } from "./filter-tree.ts"
import type { Condition } from "./filter-tree.ts"
import type { DatasetField } from "./report-data.ts"
import { OPERATORS, RELATIVE_DAYS, TIME_OPERATORS } from "./report-words.ts"

interface ConditionLineProps {
  condition: Condition
  number: number
  fields: readonly DatasetField[]
  readOnly: boolean
  onChange: (condition: Condition) => void
  onRemove: () => void
}

/** A field, how it is compared, and with what. */
export function ConditionLine(props: ConditionLineProps) {
  const { condition, number, fields, readOnly, onChange, onRemove } = props
  const t = useText()
  const field = fields.find(({ name }) => name === condition.field)
  const isTime = field?.kind === "moment" || field?.kind === "day"
  const operators = OPERATORS.filter(({ value }) => field?.ops.includes(value) ?? true).map(
    ({ value, label }) => ({ value, label: isTime ? (TIME_OPERATORS[value] ?? label) : label }),
  )
  const choose = (name: string) => {
    const next = fields.find((each) => each.name === name)
    const op = next?.ops.includes(condition.op) === true ? condition.op : (next?.ops[0] ?? "eq")
    onChange({ kind: "condition", field: name, op, value: firstValue(next) })
  }
  return (
    <div className="rp-line">
      <FieldSelect
        fields={fields}
        label={t("Condition {number}: field", { number })}
        onChange={choose}
        readOnly={readOnly}
        value={condition.field}
      />
      <WordSelect
        label={t("Condition {number}: comparison", { number })}
        onChange={(op) => onChange({ ...condition, op, value: valueFor(op, condition.value) })}
        options={operators}
        readOnly={readOnly}
        value={condition.op}
      />
      {hasValue(condition.op) ? (
        <ValueInput
          field={field}
          isMany={condition.op === "in"}
          label={t("Condition {number}: value", { number })}
          onChange={(value) => onChange({ ...condition, value })}
          readOnly={readOnly}
          value={condition.value}
        />
      ) : null}
      {readOnly ? null : (
        <IconButton
          icon="close"
          label={t("Remove condition {number}", { number })}
          onClick={onRemove}
        />
      )}
    </div>
  )
}

interface ValueInputProps {
  field: DatasetField | undefined
  /** Several values, between commas. */
  isMany: boolean
  label: string
  value: unknown
  readOnly: boolean
  onChange: (value: unknown) => void
}

function ValueInput({ field, isMany, label, value, readOnly, onChange }: ValueInputProps) {
  const t = useText()
  const wordsOf = useWords()
  const text = textOf(value)
  const kind = field?.kind ?? "text"
  if (isMany) {
    return (
      <input
        aria-label={label}
        className="ui-input"
        onChange={({ target }) => onChange(target.value.split(",").map((each) => each.trim()))}
        placeholder={t("Values, separated by commas")}
        readOnly={readOnly}
        value={Array.isArray(value) ? value.map(textOf).join(", ") : text}
      />
    )
  }
  if (kind === "flag") {
    return (
      <WordSelect
        label={label}
        onChange={(word) => onChange(word === "true")}
        options={[
          { value: "true", label: t("Yes") },
          { value: "false", label: t("No") },
        ]}
        readOnly={readOnly}
        value={value === true ? "true" : "false"}
      />
    )
  }
  if (field !== undefined && wordsIn(field).length > 0) {
    const called = wordsOf(field)
    const words = wordsIn(field).map((word) => ({ value: word, label: labelIn(called, word) }))
    const isKnown = words.some((each) => each.value === text)
    return (
      <WordSelect
        label={label}
        onChange={onChange}
        options={isKnown ? words : [{ value: text, label: text }, ...words]}
        readOnly={readOnly}
        value={text}
      />
    )
  }
  if (field?.is_country === true) {
    return <CountrySelect label={label} onChange={onChange} readOnly={readOnly} value={text} />
  }
  if (kind === "moment" || kind === "day") {
    return <ReportDay label={label} onChange={onChange} readOnly={readOnly} value={text} />
  }
  return (
    <input
      aria-label={label}
      className="ui-input"
      onChange={({ target }) =>
        onChange(kind === "number" && target.value !== "" ? Number(target.value) : target.value)
      }
      readOnly={readOnly}
      step="any"
      type={kind === "number" ? "number" : "text"}
      value={text}
    />
  )
}

/** The words that a field can be compared with: those that its service knows, else those of the screens. */
function wordsIn({ words, labels = {} }: DatasetField): readonly string[] {
  return words.length > 0 ? words : Object.keys(labels)
}

interface CountrySelectProps {
  label: string
  value: string
  readOnly: boolean
  onChange: (value: string) => void
}

/** A country by its name; its code is what is compared. */
function CountrySelect({ label, value, readOnly, onChange }: CountrySelectProps) {
  const countries = useList("countries")
  const nameOf = useCountryName()
  const codes = (countries ?? []).map(({ alpha2 }) => alpha2)
  const known = codes.includes(value) ? codes : [value, ...codes]
  const options = known.map((code) => ({ value: code, label: code === "" ? "" : nameOf(code) }))
  return (
    <WordSelect
      label={label}
      onChange={onChange}
      options={options.toSorted((a, b) => a.label.localeCompare(b.label))}
      readOnly={readOnly}
      value={value}
    />
  )
}

interface ReportDayProps {
  label: string
  value: string
  readOnly: boolean
  onChange: (value: string) => void
}

/** A day of the calendar, or one counted from the day on which the report runs. */
function ReportDay({ label, value, readOnly, onChange }: ReportDayProps) {
  const { t, style } = useLook()
  const isFixed = !/^-?\d+d$/u.test(value)
  const isListed = RELATIVE_DAYS.some((each) => each.value === value)
  return (
    <>
      <WordSelect
        label={label}
        onChange={onChange}
        options={[
          ...RELATIVE_DAYS,
          ...(isFixed || isListed ? [] : [{ value, label: value }]),
          { value: isFixed ? value : "", label: t("A calendar date") },
        ]}
        readOnly={readOnly}
        value={value}
      />
      {isFixed ? (
        <DayInput
          aria-label={t("{label}: day", { label })}
          format={style}
          onChange={onChange}
          readOnly={readOnly}
          value={value}
        />
      ) : null}
    </>
  )
}

function firstValue(field: DatasetField | undefined): unknown {
  if (field?.kind === "flag") return true
  if (field?.kind === "moment" || field?.kind === "day") return "-7d"
  return field === undefined ? "" : (wordsIn(field)[0] ?? "")
}

/** One value becomes a list of one where several are wanted, and the other way round. */
function valueFor(op: string, value: unknown): unknown {
  if (op === "in") return Array.isArray(value) ? value : [value]
  const first: unknown = Array.isArray(value) ? value[0] : value
  return first ?? ""
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : ""
}
